"""Swedish."""

from .language import Language

SWEDISH = Language(
    code="sv",
    stemmer="swedish",
    letters="åäö",
    articles="den det de denna detta dessa sin sitt sina vår vårt våra min mitt mina deras hans hennes",
    one="en ett",
    light="förresten man vi jag han hon och eller men också även nu just för_närvarande numera redan ännu "
    "fortfarande där här så mycket som vilken vilket vad vem när hur att sig själv ju än då bara_så egentligen helt "
    "totalt överhuvudtaget upp ut in_i tillfället",
    be="är var vara varit blir blev bli har hade finns fanns fått ska skall skulle sker görs",
    have="har hade",
    must="måste behöver behövs kräver krävs nödvändig nödvändigt krävas",
    may="kan kunde får få må_så",
    prepositions="i på av med till från vid om under över mellan genom mot hos inom bakom innan före efter via ur "
    "enligt bland per ovanför nedanför utanför innanför klockan",
    places="i på vid under bakom från",
    for_whom="för åt",
    since="sedan från_och_med",
    agent="av",
    negations="inte ej icke ingen inget inga aldrig ingenting ingenstans varken knappast",
    no_longer="inte_längre inte_mer",
    there="finns",
    without="utan saknar saknas",
    every="alla allt varje samtliga båda var_och_en",
    everyone="alla vem_som_helst",
    only="bara endast enbart uteslutande enda",
    additive="också även dessutom därutöver likaså därtill ytterligare",
    ordinals="första förste andra andre tredje fjärde femte sjätte sjunde åttonde nionde tionde sista",
    past_forms=r"\w{2,}(?:ade|ades)|\w{3,}(?:dde|ddes)|mötte|träffade|gick|kom|föll|bröt|såg|fick|tog|stötte|kördes|"
    r"körde|hände|havererade",
    dated="född planerad planerat planerade schemalagd schemalagt undertecknades",
    ways="över | under;mellan;genom",
    clock="midnatt=0:00",
    always="alltid ständigt permanent fast",
    past="var hade blev fanns tidigare förut",
    future="ska skall kommer_att",
    persons="jag min mitt mina | vi vår vårt våra | han hans | hon hennes",
    directions="från ur | till;och | eller;med | mot",
    numbers="noll=0 två=2 tre=3 fyra=4 fem=5 sex=6 sju=7 åtta=8 nio=9 tio=10 elva=11 tolv=12 tretton=13 fjorton=14 "
    "femton=15 sexton=16 sjutton=17 arton=18 nitton=19 tjugo=20 trettio=30 fyrtio=40 femtio=50 sextio=60 sjuttio=70 "
    "åttio=80 nittio=90 hundra=100 tusen=1000 miljon=1000000 miljoner=1000000 dussin=12 första=1 andra=2 tredje=3 "
    "fjärde=4 femte=5 sjätte=6 sjunde=7 åttonde=8 tionde=10 halv=0.5 dubbelt=2 sista=-1",
    units="sekund=s sekunder=s minut=min minuter=min timme=h timmar=h dag=d dagar=d dygn=d vecka=w veckor=w månad=mo "
    "månader=mo år=y procent=% millisekunder=ms tecken=ch megabyte=mb gigabyte=gb kronor=sek euro=eur kilometer=km "
    "meter=m kvart=15min",
    rates="varje_timme=h dagligen=d varje_dag=d varje_natt=n varje_vecka=w veckovis=w varje_månad=mo månatligen=mo "
    "varje_år=y årligen=y kvartalsvis=q nattligen=n",
    months="januari februari mars april maj juni juli augusti september oktober november december",
    weekdays="måndag,måndagen,måndagar tisdag,tisdagen,tisdagar onsdag,onsdagen,onsdagar torsdag,torsdagen,torsdagar "
    "fredag,fredagen,fredagar lördag,lördagen,lördagar söndag,söndagen,söndagar",
    opposed="framför | bakom;uppströms | nedströms;påslagen på$ påslaget påslagna aktiverad aktiverat aktiverade "
    "aktiv aktivt påslaget slås_på är_på | av$ avstängd avstängt avstängda inaktiverad inaktiverat inaktiverade "
    "inaktiv avslagen avslaget slås_av är_av;innan före | efter;tillåten tillåtet tillåtna | förbjuden förbjudet "
    "förbjudna;offentlig offentligt publik publikt öppen | privat intern;obligatorisk obligatoriskt obligatoriska | "
    "frivillig frivilligt frivilliga valfri valfritt;manuell manuellt manuella hand | automatisk automatiskt "
    "automatiska;synkron synkront | asynkron asynkront;stigande | fallande;öppet öppna | stängd stängt stängda;låst "
    "| upplåst;vänster | höger;ovanför | nedanför;minst minimum | högst max maximalt;parallellt samtidigt | "
    "sekventiellt efter_varandra;snabb snabbt | långsam långsamt;lokalt | fjärr;synlig synligt | dold dolt "
    "osynlig;ökar stiger växer | minskar sjunker;gillar älskar | ogillar hatar;innanför | utanför;tabbar tabulatorer "
    "| mellanslag blanksteg;gratis | betald;ljus ljust | mörk mörkt;krypterad krypterat krypterade | okrypterad "
    "okrypterat okrypterade;stor stort | liten litet;lång | kort;tidigt | sent;början | slutet;över# mer_än | under# "
    "mindre_än;i_förväg | i_efterhand;heltid | deltid;inomhus | utomhus;anonymt anonym | namngivet;centralt | "
    "lokalt;skriftligt skriftlig | muntligt muntlig;hög högt höga högsta | låg lågt låga lägsta | medel;bra | dålig "
    "dåligt;stark starkt | svag svagt;röd rött röda | grön grönt gröna | blå blått | gul gult gula | orange | lila | "
    "svart svarta | vit vitt vita | grå grått;ofta regelbundet | sällan;på_plats på_kontoret | på_distans "
    "hemifrån;elektroniskt digitalt | på_papper;delad delat delade | exklusiv exklusivt;pågår pågående | färdig "
    "färdigt klar klart slutförd slutfört slutförts;tillfällig tillfälligt | permanent;verklig verkliga | syntetisk "
    "syntetiska påhittad;full fullt fullständig | tom tomt delvis;ansluten anslutet | frånkopplad frånkopplat;varm "
    "varmt | kall kallt;våt | torr;ren rent | smutsig;hemlig hemligt konfidentiell konfidentiellt | känd;sträng "
    "strikt | mild;stabil stabilt | instabil experimentell;ledig ledigt | upptagen upptaget;ja | nej;enkelriktad | "
    "dubbelriktad;i_tid | försenad försenat;morgonen | kvällen;sommar | vinter;först | sist",
    bound="minst",
    up_to="upp_till begränsat_till begränsad_till begränsade_till",
    than="än",
    lesser="mindre färre kortare lägre tidigare yngre",
    exceed="överstiga",
    optional="frivillig frivilligt frivilliga valfri valfritt",
    weak="använder används använda gör eftersom går kommer ger tar vill",
    moved="flyttat flyttade bytt migrerat",
    choices="tabbar tabulatorer mellanslag blanksteg",
    many="stöder stödjer stöd testad testas testat testade kompatibel innehåller omfattar talar pratar erbjuder "
    "integrerar integreras exportera exporteras importera tillgänglig logga_in exempelvis kan_även flera några "
    "hanterar medlem",
    uses="använder används beror beroende anropar skickar läser skriver loggar samlar undvik övervakar använd "
    "bygger_också",
    single="körs kör ligger låg står bor sitter lagras sparas lyssnar tillhör heter leder ledde leds ansvarar "
    "ansvarig driftas förvaltas ägs underhålls föredrar börjar slutar hamnar bygger rapporterar arbetar jobbar "
    "placerad satt inställd kommer förvaras hålls",
    ranks="förvald förvalt primär primärt officiell officiellt",
    functional="standard förvald förvalt namn ägare ledare chef ansvarig adress språk tidszon format port färg "
    "favorit favoriteditor huvudkontor huvudgren standardgren kontaktperson titel version leverantör lösenord läge "
    "nivå efterträdare ordförande president borgmästare tränare kapten direktör rektor hyresvärd motto talesperson "
    "sekreterare",
    ended="stängts_ner stängts stängs_ner avvecklats avvecklad avvecklat tagits_bort tagits_ur_bruk lagts_ner "
    "nedlagd nedlagt lades_ner arkiverats arkiverad borttagen avslutats avslutad upphört slutat skrotats pensionerats "
    "ersatts avinstallerats stängdes stängdes_ner avskaffats avskaffad kopplats_bort släckts_ner",
    history="skriven skrivet byggd byggt infördes utvecklad grundades implementerad skapades lanserades skrevs",
    holders="leder ledare ansvarar ansvarig chef ägare förvaltar ordförande vd",
    scopes="produktion produktionsmiljön staging testmiljön test testläge utveckling utvecklingsmiljön skarp skarpt "
    "live lokalt frontend backend mobil desktop ios android windows linux europa gäster administratörer användare "
    "kunder helger vardagar natten dagen chrome firefox engelska tyska franska spanska italienska svenska "
    "nederländska ungerska kinesiska japanska polska ryska portugisiska norska danska finska arabiska",
    synonyms="radera raderas raderar ta_bort tas_bort tar_bort;spara sparas sparar lagra lagras lagrar behålls "
    "behåll förvaras;börja börjar starta startar;godkänna godkänns godkännas godkänner godkännande;applikation "
    "applikationen app appen tillämpning;konfiguration konfigurationen config konfig;databas databasen db;"
    "dokumentation dokumentationen docs;semester ledighet;fel störning;kubernetes k8s;används använder nyttjas "
    "utnyttjas;underhåller underhålls förvaltar förvaltas sköter sköts;"
    "medarbetare anställd anställda;kontrollerar granskar;repository repo repot;skapas genereras",
    conditions="när om ifall såvida",
    filler="observera notera påminnelse viktigt viktig veta känna_till kom_ihåg ihåg förövrigt övrigt för_övrigt "
    "information info obs nämna nämnas värt bra kan tips noteras komma till_kännedom kännedom påminna sagt som_sagt "
    "tänk naturligtvis givetvis ordningens skull anmärkning glöm_inte",
)
