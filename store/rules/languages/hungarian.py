"""Hungarian."""

from .language import Language

HUNGARIAN = Language(
    code="hu",
    stemmer="hungarian",
    letters="őűöüóúíáé",
    articles="a az ez ezek ezt azt ezen azok",
    one="egy",
    light="mellesleg is és vagy de hogy amely ami aki ahol mint már még most jelenleg éppen pedig meg el fel le át "
    "rá be_is így itt ott nagyon ekkor akkor ha majd általában saját maga magunk mi én ők ő egyébként összesen fog "
    "fogja ban ben ba be_be es as os ös en on ön án én_n ra re ról ről tól től ig kor nak nek val vel hoz hez ot et "
    "at t be_n ján jén ei ai n ú ű i",
    be="van vannak volt voltak lesz lesznek legyen történik történnek zajlik",
    must="kell kellett szükséges szükségesek igényel_minden kötelezően muszaj muszáj igényel",
    may="lehet lehetett tud tudnak szabad",
    prepositions="után előtt alatt fölött felett mellett között során szerint által felé körül mögött keresztül "
    "révén belül kívül",
    for_whom="számára részére esetén esetében",
    since="óta kezdve",
    agent="által",
    negations="nem ne nincs nincsenek sem sincs soha sosem semmi senki sehol sincsenek",
    no_longer="már_nem többé_nem már_nincs többé",
    there="van vannak nincs nincsenek",
    without="nélkül",
    every="minden összes mindegyik valamennyi mindkét",
    everyone="mindenki bárki",
    only="csak kizárólag csupán egyetlen egyedüli kizárólagos",
    additive="is szintén emellett továbbá ezenkívül ráadásul",
    ordinals="első második harmadik negyedik ötödik hatodik hetedik nyolcadik kilencedik tizedik utolsó",
    past_forms=r"\w{3,}(?:ult|ült|ott|ett|ött|tunk|tünk|tak|tek)(?:unk|ünk)?",
    dated="született tervezett tervezve ütemezve",
    ways="fölött felett | alatt;mellett;között;körül",
    clock="éjfélkor=0:00 délben=12:00",
    always="mindig állandóan állandó mindenkor",
    past="volt voltak korábban régen",
    future="lesz lesznek fog fogja",
    persons="én | mi",
    directions="és | vagy",
    numbers="nulla=0 két=2 kettő=2 három=3 négy=4 öt=5 hat=6 hét=7 nyolc=8 kilenc=9 tíz=10 tizen=10 húsz=20 "
    "huszon=20 harminc=30 negyven=40 ötven=50 hatvan=60 hetven=70 nyolcvan=80 kilencven=90 száz=100 ezer=1000 "
    "millió=1000000 tucat=12 első=1 második=2 harmadik=3 negyedik=4 ötödik=5 hatodik=6 hetedik=7 nyolcadik=8 "
    "tizedik=10 egyszer=1 kétszer=2 háromszor=3 négyszer=4 ötször=5 hatszor=6 hétszer=7 tízszer=10 fél=0.5 dupla=2 "
    "kettőt=2 hármat=3 utolsó=-1",
    units="másodperc=s másodpercig=s másodpercenként=s perc=min percig=min percenként=min percet=min óra=h óráig=h "
    "óránként=h nap=d napig=d naponta=d hetente=w hétig=w hónap=mo hónapig=mo év=y évig=y százalék=% százalékos=% "
    "ezredmásodperc=ms karakter=ch megabájt=mb gigabájt=gb forint=huf euró=eur kilométer=km méter=m napos=d órás=h "
    "perces=min hetes=w hónapos=mo éves=y nappal=d órával=h munkanap=wd napon=d órán=h negyedóra=15min",
    rates="óránként=h naponta=d minden_nap=d hetente=w minden_héten=w havonta=mo minden_hónapban=mo évente=y "
    "minden_évben=y negyedévente=q minden_éjjel=n éjszakánként=n minden_éjszaka=n minden_órában=h",
    months="január,januárban,januártól,januárig február,februárban,februártól,februárig "
    "március,márciusban,márciustól,márciusig április,áprilisban,áprilistól,áprilisig május,májusban,májustól,májusig "
    "június,júniusban,júniustól,júniusig július,júliusban,júliustól,júliusig "
    "augusztus,augusztusban,augusztustól,augusztusig szeptember,szeptemberben,szeptembertől,szeptemberig "
    "október,októberben,októbertől,októberig november,novemberben,novembertől,novemberig "
    "december,decemberben,decembertől,decemberig",
    weekdays="hétfő,hétfőn,hétfőnként,hétfőre,hétfői kedd,kedden,keddenként,keddre,keddi "
    "szerda,szerdán,szerdánként,szerdára,szerdai csütörtök,csütörtökön,csütörtökönként,csütörtökre,csütörtöki "
    "péntek,pénteken,péntekenként,péntekre,pénteki szombat,szombaton,szombatonként,szombatra,szombati "
    "vasárnap,vasárnaponként,vasárnapra,vasárnapi",
    opposed="be bekapcsolva aktív engedélyezve engedélyezett engedélyezett bekapcsolt | ki kikapcsolva inaktív "
    "letiltva letiltott tiltva tilos tiltott kikapcsolt;előtt előbb | után utóbb mögött;nyilvános publikus | privát "
    "belső zártkörű;kötelező | opcionális választható önkéntes;kézzel kézi manuálisan manuális | automatikusan "
    "automatikus;szinkron | aszinkron;növekvő | csökkenő;nyitva nyitott nyílt | zárva zárt lezárt;zárolt | "
    "feloldott;bal balra | jobb jobbra;fölött felett | alatt;legalább minimum | legfeljebb maximum;párhuzamosan "
    "egyszerre | egymás_után sorban;gyors gyorsan | lassú lassan;helyi helyben | távoli;látható | rejtett "
    "láthatatlan;nő növekszik emelkedik | csökken fogy;szereti | utálja;belül | kívül;tabulátorral tabulátor tab "
    "tabokkal tabulátorokkal | szóközzel szóköz szóközökkel;ingyenes | fizetős;világos | sötét;titkosított "
    "titkosítva | titkosítatlan titkosítatlanul;nagy | kicsi kis;hosszú | rövid;korán | későn;nappal | éjjel;elején "
    "| végén;felett# fölött# több_mint | alatt# kevesebb_mint;előre | utólag;névtelen névtelenül | névvel;írásban | "
    "szóban;központilag | helyben;magas magasabb | alacsony alacsonyabb | közepes;jó | rossz;erős | gyenge;piros "
    "vörös | zöld | kék | sárga | narancssárga | lila | fekete | fehér | szürke;gyakran rendszeresen | "
    "ritkán;irodából helyszínen | otthonról távolról;elektronikusan digitálisan | papíron papíralapon;közös "
    "megosztott | kizárólagos;folyamatban félkész | kész elkészült befejezett befejeződött;ideiglenes átmeneti | "
    "végleges tartós;valódi | szintetikus kitalált;teljes tele | üres részleges;meleg | hideg;nedves | száraz;tiszta "
    "| koszos;titkos bizalmas | ismert;szigorú | laza;stabil | instabil kísérleti;igen | nem_igaz;időben | "
    "késve;reggel délelőtt | este délután;nyáron nyári | télen téli;először | utoljára",
    optional="opcionális választható önkéntes",
    weak="ideje időtartama használ használja használják mert megy jön ad vesz",
    moved="költözött átköltözött átállt áttért",
    choices="tabulátorral tabulátor tab szóköz szóközzel",
    many="támogatjuk támogatunk támogatja támogatják támogat teszteltük tesztelve tesztelt kompatibilis tartalmaz "
    "tartalmazza beszél nyújt "
    "kínál integrálható exportálható importálható elérhető_még ismeri például bejelentkezhet bejelentkezhetnek "
    "beléphet beléphetnek több néhány elfogad elfogadja tagja",
    uses="használ használja használják használnak függ hívja küldi küld olvassa írja naplózza gyűjti kerülj figyeli "
    "használjunk használjuk használunk",
    single="áll állnak fut futnak érhető érhetők elérhető található találhatók találhatóak lakik él ül tárolva "
    "tárolódik "
    "tároljuk hallgat figyel_a tartozik vezeti irányítja felelős felel felelőse üzemelteti karbantartja gondozza "
    "inkabb inkább kezdődik végződik lejár tart kerül kerülnek alapul dolgozik hívják nevezik beállítva szerepel "
    "költözött",
    ranks="alapértelmezett kedvenc elsődleges fő hivatalos",
    functional="alapértelmezett alapértelmezés neve tulajdonosa vezetője felelőse címe nyelve időzónája formátuma "
    "portja színe kedvenc elsődleges fő székhelye kapcsolattartója címzettje verziója szolgáltatója határideje "
    "jelszava módja szintje karbantartója utódja főága elnök elnöke igazgató igazgatója polgármester edző edzője "
    "kapitány kapitánya titkár titkára főnök főnöke jelmondata szóvivője rektor",
    ended="leállították leállítottuk lekapcsolták lekapcsoltuk megszűnt megszüntették megszüntettük kivezették "
    "kivezettük archiválták archiváltuk törölték töröltük eltávolították eltávolítottuk bezárták bezártuk bezárt "
    "leállt felszámolták kikapcsolták kikapcsoltuk lezárult lecserélték lecseréltük nyugdíjazták leépítették",
    history="készült írták íródott bevezették alapították fejlesztették tervezték indult írták_meg",
    holders="vezeti vezetője irányítja felelős felelőse tulajdonosa karbantartja karbantartója igazgatója elnöke felel",
    scopes="éles élesben teszt tesztkörnyezetben tesztkörnyezet fejlesztői fejlesztési staging helyi külső belső "
    "frontend backend mobil asztali ios android windows linux európa vendégek vendég adminok rendszergazdák "
    "felhasználók ügyfelek hétvégén hétköznap chrome firefox éjszaka angol német francia spanyol olasz svéd holland "
    "magyar kínai japán lengyel orosz portugál angolul németül franciául spanyolul olaszul magyarul",
    synonyms="törli törlik töröljük törlődnek törlődik eltávolítja;tároljuk tárolja tárolják tárolja őrizzük őrzi "
    "őrzik megőrizzük megőrzi megőrzési megőrzés megtartjuk megtartja;kezdődik indul;jóváhagyja jóváhagyás "
    "engedélyezi;alkalmazás app "
    "applikáció;konfiguráció config beállítások;adatbázis db;dokumentáció docs;szabadság szabadságon vakáció;hiba "
    "hibát;kubernetes k8s;munkatárs dolgozó alkalmazott;ellenőrzi ellenőrzik átnézi;használja alkalmazza;készíti "
    "generálja létrehozza",
    conditions="ha amikor amint",
    filler="fontos megjegyezni érdemes tudni emlékeztető emlékeztetőül megjegyzés egyébként kérjük vegye figyelembe "
    "tudnivaló jegyezzük jegyezd információ figyelem megemlíteni tudd tudjuk előre jelzem közlöm hozzátenni "
    "hozzátenném megjegyzendő persze természetesen szóljunk róla mellesleg hasznos jó venni mint_tudjuk ne_feledd "
    "ne_feledjük ne_felejtsd",
)
