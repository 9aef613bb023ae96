"""Swedish."""

from .language import Language

SWEDISH = Language(
    code="sv",
    stemmer="swedish",
    letters="\u00e5",
    articles="den det de denna detta dessa sin sitt sina v\u00e5r v\u00e5rt v\u00e5ra min mitt mina deras hans hennes",
    one="en ett",
    light="man vi jag han hon och eller men ocks\u00e5 \u00e4ven nu just f\u00f6r_n\u00e4rvarande numera redan \u00e4nnu fortfarande d\u00e4r h\u00e4r s\u00e5 mycket "
    "som vilken vilket vad vem n\u00e4r hur att sig sj\u00e4lv ju d\u00e5 bara_s\u00e5 egentligen helt totalt \u00f6verhuvudtaget upp ut in_i tillf\u00e4llet",
    be="\u00e4r var vara varit blir blev bli har hade finns fanns f\u00e5tt ska skall skulle sker",
    must="m\u00e5ste beh\u00f6ver beh\u00f6vs kr\u00e4ver kr\u00e4vs",
    may="kan kunde f\u00e5r f\u00e5 m\u00e5_s\u00e5",
    prepositions="i p\u00e5 av med till fr\u00e5n vid om under \u00f6ver mellan genom mot hos inom bakom innan f\u00f6re efter via ur enligt "
    "bland per ovanf\u00f6r nedanf\u00f6r utanf\u00f6r innanf\u00f6r klockan",
    for_whom="f\u00f6r \u00e5t",
    since="sedan fr\u00e5n_och_med",
    agent="av",
    negations="inte ej icke ingen inget inga aldrig ingenting ingenstans varken knappast",
    no_longer="inte_l\u00e4ngre inte_mer",
    without="utan saknar saknas",
    every="alla allt varje samtliga b\u00e5da var_och_en",
    everyone="alla vem_som_helst",
    only="bara endast enbart uteslutande",
    always="alltid st\u00e4ndigt permanent enda fast",
    numbers="noll=0 tv\u00e5=2 tre=3 fyra=4 fem=5 sex=6 sju=7 \u00e5tta=8 nio=9 tio=10 elva=11 tolv=12 tretton=13 fjorton=14 femton=15 "
    "sexton=16 sjutton=17 arton=18 nitton=19 tjugo=20 trettio=30 fyrtio=40 femtio=50 sextio=60 sjuttio=70 \u00e5ttio=80 "
    "nittio=90 hundra=100 tusen=1000 miljon=1000000 miljoner=1000000 dussin=12 f\u00f6rsta=1 andra=2 tredje=3 fj\u00e4rde=4 "
    "femte=5 sj\u00e4tte=6 sjunde=7 \u00e5ttonde=8 tionde=10 halv=0.5 dubbelt=2",
    units="sekund=s sekunder=s minut=min minuter=min timme=h timmar=h dag=d dagar=d dygn=d vecka=w veckor=w m\u00e5nad=mo "
    "m\u00e5nader=mo \u00e5r=y procent=% millisekunder=ms tecken=ch megabyte=mb gigabyte=gb kronor=sek euro=eur kilometer=km meter=m",
    rates="varje_timme=h dagligen=d varje_dag=d varje_natt=n varje_vecka=w veckovis=w varje_m\u00e5nad=mo m\u00e5natligen=mo varje_\u00e5r=y "
    "\u00e5rligen=y kvartalsvis=q nattligen=n",
    months="januari februari mars april maj juni juli augusti september oktober november december",
    weekdays="m\u00e5ndag,m\u00e5ndagen,m\u00e5ndagar tisdag,tisdagen,tisdagar onsdag,onsdagen,onsdagar torsdag,torsdagen,torsdagar "
    "fredag,fredagen,fredagar l\u00f6rdag,l\u00f6rdagen,l\u00f6rdagar s\u00f6ndag,s\u00f6ndagen,s\u00f6ndagar",
    opposed="p\u00e5slagen p\u00e5slaget p\u00e5slagna aktiverad aktiverat aktiverade aktiv aktivt p\u00e5slaget sl\u00e5s_p\u00e5 \u00e4r_p\u00e5 | avst\u00e4ngd avst\u00e4ngt "
    "avst\u00e4ngda inaktiverad inaktiverat inaktiverade inaktiv avslagen avslaget sl\u00e5s_av \u00e4r_av;innan f\u00f6re | efter;till\u00e5ten till\u00e5tet "
    "till\u00e5tna | f\u00f6rbjuden f\u00f6rbjudet f\u00f6rbjudna;offentlig offentligt publik publikt \u00f6ppen | privat intern;obligatorisk obligatoriskt "
    "obligatoriska | frivillig frivilligt frivilliga valfri valfritt;manuell manuellt manuella hand | automatisk automatiskt "
    "automatiska;synkron synkront | asynkron asynkront;stigande | fallande;\u00f6ppet \u00f6ppna | st\u00e4ngd st\u00e4ngt st\u00e4ngda;l\u00e5st | "
    "uppl\u00e5st;v\u00e4nster | h\u00f6ger;ovanf\u00f6r | nedanf\u00f6r;minst minimum | h\u00f6gst max maximalt;parallellt samtidigt | sekventiellt "
    "efter_varandra;snabb snabbt | l\u00e5ngsam l\u00e5ngsamt;lokalt | fj\u00e4rr;synlig synligt | dold dolt osynlig;\u00f6kar stiger v\u00e4xer | minskar "
    "sjunker;gillar \u00e4lskar | ogillar hatar;innanf\u00f6r | utanf\u00f6r;tabbar tabulatorer | mellanslag blanksteg;gratis | betald;ljus ljust "
    "| m\u00f6rk m\u00f6rkt;krypterad krypterat krypterade | okrypterad okrypterat okrypterade;stor stort | liten litet;"
    "l\u00e5ng | kort;tidigt | sent;b\u00f6rjan | slutet",
    choices="tabbar tabulatorer mellanslag blanksteg",
    many="st\u00f6der st\u00f6djer st\u00f6d testad testas testat testade kompatibel inneh\u00e5ller omfattar talar pratar erbjuder integrerar "
    "integreras exportera exporteras importera tillg\u00e4nglig logga_in exempelvis kan_\u00e4ven flera n\u00e5gra hanterar medlem",
    uses="anv\u00e4nder anv\u00e4nds beror beroende anropar skickar l\u00e4ser skriver loggar samlar undvik \u00f6vervakar anv\u00e4nd bygger_ocks\u00e5",
    single="k\u00f6rs k\u00f6r ligger l\u00e5g st\u00e5r finns_i finns_p\u00e5 bor sitter lagras sparas lyssnar tillh\u00f6r heter leder ledde leds ansvarar "
    "ansvarig driftas f\u00f6rvaltas \u00e4gs underh\u00e5lls f\u00f6redrar b\u00f6rjar slutar hamnar bygger rapporterar arbetar jobbar skickas "
    "placerad satt inst\u00e4lld kommer f\u00f6rvaras h\u00e5lls",
    functional="standard f\u00f6rvald f\u00f6rvalt namn \u00e4gare ledare chef ansvarig adress spr\u00e5k tidszon format port f\u00e4rg favorit favoriteditor "
    "huvudkontor huvudgren standardgren kontaktperson titel version leverant\u00f6r l\u00f6senord l\u00e4ge niv\u00e5 eftertr\u00e4dare",
    ended="st\u00e4ngts_ner st\u00e4ngts st\u00e4ngs_ner avvecklats avvecklad avvecklat tagits_bort tagits_ur_bruk lagts_ner nedlagd nedlagt "
    "lades_ner arkiverats arkiverad borttagen avslutats avslutad upph\u00f6rt slutat skrotats pensionerats ersatts avinstallerats "
    "st\u00e4ngdes st\u00e4ngdes_ner avskaffats avskaffad kopplats_bort sl\u00e4ckts_ner",
    history="skriven skrivet byggd byggt inf\u00f6rdes utvecklad grundades implementerad skapades lanserades skrevs",
    holders="leder ledare ansvarar ansvarig chef \u00e4gare f\u00f6rvaltar ordf\u00f6rande vd",
    scopes="produktion produktionsmilj\u00f6n staging testmilj\u00f6n test testl\u00e4ge utveckling utvecklingsmilj\u00f6n skarp skarpt live lokalt "
    "frontend backend mobil desktop ios android windows linux europa g\u00e4ster administrat\u00f6rer anv\u00e4ndare kunder helger "
    "vardagar natten dagen chrome firefox",
    synonyms="radera raderas raderar ta_bort tas_bort tar_bort;spara sparas sparar lagra lagras lagrar beh\u00e5lls beh\u00e5ll f\u00f6rvaras;"
    "b\u00f6rja b\u00f6rjar starta startar;godk\u00e4nna godk\u00e4nns godk\u00e4nnas godk\u00e4nner godk\u00e4nnande;applikation applikationen app appen "
    "till\u00e4mpning;konfiguration konfigurationen config konfig;databas databasen db;dokumentation dokumentationen docs;semester "
    "ledighet;fel st\u00f6rning;kubernetes k8s;anv\u00e4nds nyttjas utnyttjas;medarbetare anst\u00e4lld anst\u00e4llda;kontrollerar granskar;"
    "repository repo repot;skapas genereras",
    filler="observera notera p\u00e5minnelse viktigt viktig veta k\u00e4nna_till kom_ih\u00e5g ih\u00e5g f\u00f6r\u00f6vrigt \u00f6vrigt f\u00f6r_\u00f6vrigt information info obs "
    "n\u00e4mna n\u00e4mnas v\u00e4rt bra kan tips noteras komma till_k\u00e4nnedom k\u00e4nnedom p\u00e5minna sagt som_sagt t\u00e4nk gl\u00f6m "
    "naturligtvis givetvis ordningens skull anm\u00e4rkning",
)
