"""Hungarian."""

from .language import Language

HUNGARIAN = Language(
    code="hu",
    stemmer="hungarian",
    letters="\u0151\u0171",
    articles="a az ez ezek ezt azt ezen azok",
    one="egy",
    light="is \u00e9s vagy de hogy amely ami aki ahol mint m\u00e1r m\u00e9g most jelenleg \u00e9ppen pedig meg el fel le \u00e1t r\u00e1 be_is \u00edgy itt ott "
    "nagyon ekkor akkor ha majd \u00e1ltal\u00e1ban saj\u00e1t maga magunk mi \u00e9n \u0151k \u0151 egy\u00e9bk\u00e9nt \u00f6sszesen fog fogja ban ben ba be_be es as os \u00f6s "
    "en on \u00f6n \u00e1n \u00e9n_n ra re r\u00f3l r\u0151l t\u00f3l t\u0151l ig kor nak nek val vel hoz hez ot et at t ba be_n j\u00e1n j\u00e9n ei ai n \u00fa \u0171 i",
    be="van vannak volt voltak lesz lesznek legyen",
    must="kell kellett sz\u00fcks\u00e9ges k\u00f6telez\u0151en muszaj musz\u00e1j ig\u00e9nyel",
    may="lehet lehetett tud tudnak szabad",
    prepositions="ut\u00e1n el\u0151tt alatt f\u00f6l\u00f6tt felett mellett k\u00f6z\u00f6tt sor\u00e1n szerint \u00e1ltal fel\u00e9 k\u00f6r\u00fcl m\u00f6g\u00f6tt kereszt\u00fcl r\u00e9v\u00e9n bel\u00fcl k\u00edv\u00fcl",
    for_whom="sz\u00e1m\u00e1ra r\u00e9sz\u00e9re eset\u00e9n eset\u00e9ben",
    since="\u00f3ta kezdve",
    agent="\u00e1ltal",
    negations="nem ne nincs nincsenek sem sincs soha sosem semmi senki sehol sincsenek",
    no_longer="m\u00e1r_nem t\u00f6bb\u00e9_nem m\u00e1r_nincs t\u00f6bb\u00e9",
    without="n\u00e9lk\u00fcl",
    every="minden \u00f6sszes mindegyik valamennyi mindk\u00e9t",
    everyone="mindenki b\u00e1rki",
    only="csak kiz\u00e1r\u00f3lag csup\u00e1n",
    always="mindig \u00e1lland\u00f3an egyetlen \u00e1lland\u00f3 mindenkor egyed\u00fcli kiz\u00e1r\u00f3lagos",
    numbers="nulla=0 k\u00e9t=2 kett\u0151=2 h\u00e1rom=3 n\u00e9gy=4 \u00f6t=5 hat=6 h\u00e9t=7 nyolc=8 kilenc=9 t\u00edz=10 tizen=10 h\u00fasz=20 huszon=20 harminc=30 "
    "negyven=40 \u00f6tven=50 hatvan=60 hetven=70 nyolcvan=80 kilencven=90 sz\u00e1z=100 ezer=1000 milli\u00f3=1000000 tucat=12 els\u0151=1 "
    "m\u00e1sodik=2 harmadik=3 negyedik=4 \u00f6t\u00f6dik=5 hatodik=6 hetedik=7 nyolcadik=8 tizedik=10 egyszer=1 k\u00e9tszer=2 "
    "h\u00e1romszor=3 n\u00e9gyszer=4 \u00f6tsz\u00f6r=5 hatszor=6 h\u00e9tszer=7 t\u00edzszer=10 f\u00e9l=0.5 dupla=2 kett\u0151t=2 h\u00e1rmat=3",
    units="m\u00e1sodperc=s m\u00e1sodpercig=s m\u00e1sodpercenk\u00e9nt=s perc=min percig=min percenk\u00e9nt=min percet=min \u00f3ra=h \u00f3r\u00e1ig=h "
    "\u00f3r\u00e1nk\u00e9nt=h nap=d napig=d naponta=d hetente=w h\u00e9tig=w h\u00f3nap=mo h\u00f3napig=mo \u00e9v=y \u00e9vig=y sz\u00e1zal\u00e9k=% "
    "sz\u00e1zal\u00e9kos=% ezredm\u00e1sodperc=ms karakter=ch megab\u00e1jt=mb gigab\u00e1jt=gb forint=huf eur\u00f3=eur kilom\u00e9ter=km m\u00e9ter=m "
    "napos=d \u00f3r\u00e1s=h perces=min hetes=w h\u00f3napos=mo \u00e9ves=y nappal=d \u00f3r\u00e1val=h munkanap=wd napon=d \u00f3r\u00e1n=h",
    rates="\u00f3r\u00e1nk\u00e9nt=h naponta=d minden_nap=d hetente=w minden_h\u00e9ten=w havonta=mo minden_h\u00f3napban=mo \u00e9vente=y minden_\u00e9vben=y "
    "negyed\u00e9vente=q minden_\u00e9jjel=n \u00e9jszak\u00e1nk\u00e9nt=n minden_\u00e9jszaka=n minden_\u00f3r\u00e1ban=h",
    months="janu\u00e1r,janu\u00e1rban,janu\u00e1rt\u00f3l,janu\u00e1rig febru\u00e1r,febru\u00e1rban,febru\u00e1rt\u00f3l,febru\u00e1rig m\u00e1rcius,m\u00e1rciusban,m\u00e1rciust\u00f3l,m\u00e1rciusig "
    "\u00e1prilis,\u00e1prilisban,\u00e1prilist\u00f3l,\u00e1prilisig m\u00e1jus,m\u00e1jusban,m\u00e1just\u00f3l,m\u00e1jusig j\u00fanius,j\u00faniusban,j\u00faniust\u00f3l,j\u00faniusig "
    "j\u00falius,j\u00faliusban,j\u00faliust\u00f3l,j\u00faliusig augusztus,augusztusban,augusztust\u00f3l,augusztusig "
    "szeptember,szeptemberben,szeptembert\u0151l,szeptemberig okt\u00f3ber,okt\u00f3berben,okt\u00f3bert\u0151l,okt\u00f3berig "
    "november,novemberben,novembert\u0151l,novemberig december,decemberben,decembert\u0151l,decemberig",
    weekdays="h\u00e9tf\u0151,h\u00e9tf\u0151n,h\u00e9tf\u0151nk\u00e9nt,h\u00e9tf\u0151re,h\u00e9tf\u0151i kedd,kedden,keddenk\u00e9nt,keddre,keddi "
    "szerda,szerd\u00e1n,szerd\u00e1nk\u00e9nt,szerd\u00e1ra,szerdai cs\u00fct\u00f6rt\u00f6k,cs\u00fct\u00f6rt\u00f6k\u00f6n,cs\u00fct\u00f6rt\u00f6k\u00f6nk\u00e9nt,cs\u00fct\u00f6rt\u00f6kre,cs\u00fct\u00f6rt\u00f6ki "
    "p\u00e9ntek,p\u00e9nteken,p\u00e9ntekenk\u00e9nt,p\u00e9ntekre,p\u00e9nteki szombat,szombaton,szombatonk\u00e9nt,szombatra,szombati "
    "vas\u00e1rnap,vas\u00e1rnaponk\u00e9nt,vas\u00e1rnapra,vas\u00e1rnapi",
    opposed="be bekapcsolva akt\u00edv enged\u00e9lyezve enged\u00e9lyezett enged\u00e9lyezett bekapcsolt | ki kikapcsolva inakt\u00edv letiltva letiltott tiltva tilos "
    "tiltott kikapcsolt;el\u0151tt el\u0151bb | ut\u00e1n ut\u00f3bb;nyilv\u00e1nos publikus | priv\u00e1t bels\u0151 z\u00e1rtk\u00f6r\u0171;k\u00f6telez\u0151 | opcion\u00e1lis v\u00e1laszthat\u00f3 "
    "\u00f6nk\u00e9ntes;k\u00e9zzel k\u00e9zi manu\u00e1lisan manu\u00e1lis | automatikusan automatikus;szinkron | aszinkron;n\u00f6vekv\u0151 | cs\u00f6kken\u0151;nyitva nyitott "
    "ny\u00edlt | z\u00e1rva z\u00e1rt lez\u00e1rt;z\u00e1rolt | feloldott;bal balra | jobb jobbra;f\u00f6l\u00f6tt felett | alatt;legal\u00e1bb minimum | legfeljebb "
    "maximum;p\u00e1rhuzamosan egyszerre | egym\u00e1s_ut\u00e1n sorban;gyors gyorsan | lass\u00fa lassan;helyi helyben | t\u00e1voli;l\u00e1that\u00f3 | rejtett "
    "l\u00e1thatatlan;n\u0151 n\u00f6vekszik emelkedik | cs\u00f6kken fogy;szereti | ut\u00e1lja;bel\u00fcl | k\u00edv\u00fcl;tabul\u00e1torral tabul\u00e1tor tab tabokkal "
    "tabul\u00e1torokkal | sz\u00f3k\u00f6zzel sz\u00f3k\u00f6z sz\u00f3k\u00f6z\u00f6kkel;ingyenes | fizet\u0151s;vil\u00e1gos | s\u00f6t\u00e9t;titkos\u00edtott titkos\u00edtva | titkos\u00edtatlan "
    "titkos\u00edtatlanul;nagy | kicsi kis;hossz\u00fa | r\u00f6vid;kor\u00e1n | k\u00e9s\u0151n;nappal | \u00e9jjel;elej\u00e9n | v\u00e9g\u00e9n",
    choices="tabul\u00e1torral tabul\u00e1tor tab sz\u00f3k\u00f6z sz\u00f3k\u00f6zzel",
    many="t\u00e1mogatja t\u00e1mogatj\u00e1k t\u00e1mogat tesztelt\u00fck tesztelve tesztelt kompatibilis tartalmaz tartalmazza besz\u00e9l ny\u00fajt k\u00edn\u00e1l integr\u00e1lhat\u00f3 "
    "export\u00e1lhat\u00f3 import\u00e1lhat\u00f3 el\u00e9rhet\u0151_m\u00e9g ismeri p\u00e9ld\u00e1ul bejelentkezhet bejelentkezhetnek bel\u00e9phet bel\u00e9phetnek t\u00f6bb n\u00e9h\u00e1ny "
    "elfogad elfogadja tagja",
    uses="haszn\u00e1l haszn\u00e1lja haszn\u00e1lj\u00e1k haszn\u00e1lnak f\u00fcgg h\u00edvja k\u00fcldi k\u00fcld olvassa \u00edrja napl\u00f3zza gy\u0171jti ker\u00fclj figyeli haszn\u00e1ljunk "
    "haszn\u00e1ljuk haszn\u00e1lunk",
    single="fut futnak \u00e9rhet\u0151 \u00e9rhet\u0151k el\u00e9rhet\u0151 tal\u00e1lhat\u00f3 tal\u00e1lhat\u00f3k tal\u00e1lhat\u00f3ak lakik \u00e9l \u00fcl t\u00e1rolva t\u00e1rol\u00f3dik t\u00e1roljuk hallgat figyel_a "
    "tartozik vezeti ir\u00e1ny\u00edtja felel\u0151s felel felel\u0151se \u00fczemelteti karbantartja gondozza inkabb ink\u00e1bb kezd\u0151dik v\u00e9gz\u0151dik lej\u00e1r tart ker\u00fcl "
    "ker\u00fclnek alapul dolgozik h\u00edvj\u00e1k nevezik be\u00e1ll\u00edtva szerepel k\u00f6lt\u00f6z\u00f6tt",
    functional="alap\u00e9rtelmezett alap\u00e9rtelmez\u00e9s neve tulajdonosa vezet\u0151je felel\u0151se c\u00edme nyelve id\u0151z\u00f3n\u00e1ja form\u00e1tuma portja sz\u00edne kedvenc els\u0151dleges "
    "f\u0151 sz\u00e9khelye kapcsolattart\u00f3ja c\u00edmzettje verzi\u00f3ja szolg\u00e1ltat\u00f3ja hat\u00e1rideje jelszava m\u00f3dja szintje karbantart\u00f3ja ut\u00f3dja f\u0151\u00e1ga",
    ended="le\u00e1ll\u00edtott\u00e1k le\u00e1ll\u00edtottuk lekapcsolt\u00e1k lekapcsoltuk megsz\u0171nt megsz\u00fcntett\u00e9k megsz\u00fcntett\u00fck kivezett\u00e9k kivezett\u00fck archiv\u00e1lt\u00e1k archiv\u00e1ltuk "
    "t\u00f6r\u00f6lt\u00e9k t\u00f6r\u00f6lt\u00fck elt\u00e1vol\u00edtott\u00e1k elt\u00e1vol\u00edtottuk bez\u00e1rt\u00e1k bez\u00e1rtuk bez\u00e1rt le\u00e1llt felsz\u00e1molt\u00e1k kikapcsolt\u00e1k kikapcsoltuk lez\u00e1rult "
    "lecser\u00e9lt\u00e9k lecser\u00e9lt\u00fck nyugd\u00edjazt\u00e1k le\u00e9p\u00edtett\u00e9k",
    history="k\u00e9sz\u00fclt \u00edrt\u00e1k \u00edr\u00f3dott bevezett\u00e9k alap\u00edtott\u00e1k fejlesztett\u00e9k tervezt\u00e9k indult \u00edrt\u00e1k_meg",
    holders="vezeti vezet\u0151je ir\u00e1ny\u00edtja felel\u0151s felel\u0151se tulajdonosa karbantartja karbantart\u00f3ja igazgat\u00f3ja eln\u00f6ke felel",
    scopes="\u00e9les \u00e9lesben teszt tesztk\u00f6rnyezetben tesztk\u00f6rnyezet fejleszt\u0151i fejleszt\u00e9si staging helyi k\u00fcls\u0151 bels\u0151 frontend backend mobil "
    "asztali ios android windows linux eur\u00f3pa vend\u00e9gek vend\u00e9g adminok rendszergazd\u00e1k felhaszn\u00e1l\u00f3k \u00fcgyfelek h\u00e9tv\u00e9g\u00e9n h\u00e9tk\u00f6znap "
    "chrome firefox \u00e9jszaka",
    synonyms="t\u00f6rli t\u00f6rlik t\u00f6r\u00f6lj\u00fck t\u00f6rl\u0151dnek t\u00f6rl\u0151dik elt\u00e1vol\u00edtja;t\u00e1roljuk t\u00e1rolja t\u00e1rolj\u00e1k t\u00e1rolja \u0151rizz\u00fck \u0151rzi \u0151rzik "
    "meg\u0151rizz\u00fck meg\u0151rzi megtartjuk megtartja;kezd\u0151dik indul;j\u00f3v\u00e1hagyja j\u00f3v\u00e1hagy\u00e1s enged\u00e9lyezi;alkalmaz\u00e1s app applik\u00e1ci\u00f3;"
    "konfigur\u00e1ci\u00f3 config be\u00e1ll\u00edt\u00e1sok;adatb\u00e1zis db;dokument\u00e1ci\u00f3 docs;szabads\u00e1g szabads\u00e1gon vak\u00e1ci\u00f3;hiba hib\u00e1t;kubernetes k8s;"
    "munkat\u00e1rs dolgoz\u00f3 alkalmazott;ellen\u0151rzi ellen\u0151rzik \u00e1tn\u00e9zi;haszn\u00e1lja alkalmazza;k\u00e9sz\u00edti gener\u00e1lja l\u00e9trehozza",
    filler="fontos megjegyezni \u00e9rdemes tudni eml\u00e9keztet\u0151 eml\u00e9keztet\u0151\u00fcl megjegyz\u00e9s egy\u00e9bk\u00e9nt k\u00e9rj\u00fck vegye figyelembe tudnival\u00f3 jegyezz\u00fck "
    "jegyezd inform\u00e1ci\u00f3 figyelem megeml\u00edteni ne_feledj\u00fck feledj\u00fck feledd tudd tudjuk el\u0151re jelzem k\u00f6zl\u00f6m hozz\u00e1tenni hozz\u00e1tenn\u00e9m "
    "megjegyzend\u0151 persze term\u00e9szetesen sz\u00f3ljunk r\u00f3la mellesleg hasznos j\u00f3 figyelembe venni mint_tudjuk",
)
