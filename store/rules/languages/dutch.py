"""Dutch."""

from .language import Language

DUTCH = Language(
    code="nl",
    stemmer="dutch",
    letters="ëïé",
    articles="de het deze dit die dat zijn_eigen haar hun onze ons mijn uw je",
    one="een",
    light="overigens trouwens er men wij we ik hij zij ze u en of maar ook nu momenteel thans nog al reeds daar hier "
    "zo zeer erg welke wat wie waar hoe als dan zich zelf eigenlijk gewoon in_totaal over_het_algemeen lang telkens "
    "wel toch te om toe plaats vindt_plaats plaatsvindt plaatsvinden meer",
    be="is zijn was waren ben wordt worden werd werden geworden heeft hebben had hadden blijft blijven gaat zal "
    "zullen zou gebeurt gebeuren verloopt",
    have="heeft hebben had hadden",
    must="moet moeten moest nodig vereist vereiste verplicht_is noodzakelijk benodigd behoeft vereisen dient dienen",
    may="kan kunnen kon mag mogen mocht",
    prepositions="in op aan van met bij naar uit over onder tussen door tegen tijdens per binnen buiten achter "
    "voor_de_deur na vóór via rond naast volgens tot boven beneden om_de",
    places="in op bij onder achter vanuit uit",
    for_whom="voor",
    since="sinds vanaf met_ingang_van",
    agent="door",
    negations="niet geen nooit niemand niets nergens noch nauwelijks",
    no_longer="niet_meer niet_langer geen_meer",
    there="er bestaat bestaan",
    without="zonder ontbreekt ontbreken",
    every="alle alles elke elk ieder iedere beide",
    everyone="iedereen alle",
    only="alleen uitsluitend slechts enkel enige",
    additive="ook bovendien daarnaast tevens eveneens daarbij",
    ordinals="eerste tweede derde vierde vijfde zesde zevende achtste negende tiende laatste",
    past_forms=r"\w{3,}(?:eerde|eerden)|crashte|faalde|faalden|mislukte|mislukten|ontmoette|ontmoetten|meldde|"
    r"meldden|klaagde|klaagden|viel|vielen|brak|braken|kwam|kwamen|ging|gingen|zag|zagen",
    dated="geboren gepland ingepland ondertekend",
    ways="over | onder;naast;tussen;tegen;rond",
    clock="middernacht=0:00",
    always="altijd permanent vast vaste steeds voortdurend",
    past="was waren had hadden werd werden vroeger voorheen",
    future="zal zullen",
    persons="ik mijn | wij we ons onze | hij | zij ze haar",
    directions="van uit | naar;en | of;met | tegen;tot | sinds",
    numbers="nul=0 eenentwintig=21 eenendertig=31 eenenveertig=41 één=1 twee=2 drie=3 vier=4 vijf=5 zes=6 zeven=7 "
    "acht=8 negen=9 tien=10 elf=11 twaalf=12 dertien=13 veertien=14 vijftien=15 zestien=16 zeventien=17 achttien=18 "
    "negentien=19 twintig=20 dertig=30 veertig=40 vijftig=50 zestig=60 zeventig=70 tachtig=80 negentig=90 honderd=100 "
    "duizend=1000 miljoen=1000000 dozijn=12 eerste=1 tweede=2 derde=3 vierde=4 vijfde=5 zesde=6 zevende=7 achtste=8 "
    "tiende=10 eenmaal=1 tweemaal=2 driemaal=3 halve=0.5 dubbel=2 laatste=-1 half=0.5",
    units="seconde=s seconden=s minuut=min minuten=min uur=h uren=h dag=d dagen=d week=w weken=w maand=mo maanden=mo "
    "jaar=y jaren=y procent=% milliseconden=ms tekens=ch karakters=ch megabyte=mb gigabyte=gb euro=eur kilometer=km "
    "meter=m werkdagen=wd kwartier=15min kwartieren=15min",
    rates="elk_uur=h dagelijks=d elke_dag=d iedere_dag=d elke_nacht=n wekelijks=w elke_week=w maandelijks=mo "
    "elke_maand=mo jaarlijks=y elk_jaar=y per_kwartaal=q dagelijkse=d wekelijkse=w maandelijkse=mo",
    months="januari februari maart april mei juni juli augustus september oktober november december",
    weekdays="maandag,maandags dinsdag,dinsdags woensdag,woensdags donderdag,donderdags vrijdag,vrijdags "
    "zaterdag,zaterdags zondag,zondags",
    opposed="stroomopwaarts | stroomafwaarts;ingeschakeld actief geactiveerd aangezet staat_aan aan | uitgeschakeld "
    "inactief gedeactiveerd uitgezet staat_uit uit;voordat voor vóór | nadat na achter;toegestaan toegelaten "
    "geoorloofd | verboden;openbaar publiek | privé intern besloten;verplicht | optioneel vrijwillig "
    "facultatief;handmatig hand | automatisch geautomatiseerd;synchroon | asynchroon;oplopend | aflopend;open "
    "geopend | gesloten dicht;vergrendeld | ontgrendeld;links | rechts;boven | beneden onder;minstens minimaal | "
    "hoogstens maximaal;parallel gelijktijdig | achtereenvolgens opeenvolgend sequentieel;snel | langzaam "
    "traag;lokaal | extern;zichtbaar | verborgen onzichtbaar;stijgt groeit | daalt krimpt;binnen | buiten;tabs | "
    "spaties;gratis | betaald;licht | donker;versleuteld | onversleuteld;groot | klein;lang | kort;vroeg | "
    "laat;begin | einde;boven# meer_dan | onder# minder_dan;vooraf | achteraf;voltijd | deeltijd;anoniem | "
    "op_naam;centraal | decentraal;schriftelijk | mondeling;hoog hoge hoogste | laag lage laagste | gemiddeld;goed | "
    "slecht;sterk | zwak;rood rode | groen groene | blauw blauwe | geel gele | oranje | paars paarse | zwart zwarte "
    "| wit witte | grijs grijze;vaak regelmatig | zelden;op_locatie op_kantoor | op_afstand thuis;elektronisch "
    "digitaal | op_papier;gedeeld gedeelde | exclusief exclusieve;lopend bezig | afgerond voltooid klaar;tijdelijk | "
    "blijvend;echt echte | synthetisch synthetische verzonnen;vol volledig | leeg gedeeltelijk;verbonden | "
    "losgekoppeld;warm | koud;nat | droog;schoon | vies;vertrouwelijk geheim | bekend;streng | soepel;stabiel | "
    "instabiel experimenteel;uitbesteed | intern_gedaan;eerst | laatst;bezet | vrij;ja | nee;eenzijdig | "
    "tweezijdig;op_tijd | te_laat;s_ochtends ochtends | s_avonds avonds;zomer | winter;luid | stil",
    bound="minstens",
    up_to="beperkt_tot",
    than="dan",
    lesser="minder korter kleiner lager vroeger jonger",
    exceed="overschrijden",
    optional="optioneel vrijwillig facultatief",
    weak="gebruikt gebruiken duur periode termijn voor maakt omdat gaat komt geeft neemt wil",
    moved="verhuisd overgestapt gemigreerd overgezet",
    choices="tabs spaties",
    many="ondersteun ondersteunt ondersteunen getest compatibel bevat bevatten spreekt biedt bieden integreert "
    "exporteren importeren geëxporteerd beschikbaar kent bijvoorbeeld inloggen meerdere enkele accepteert lid omvat",
    uses="gebruikt gebruiken hangt afhankelijk roept stuurt verstuurt leest schrijft logt verzamelt vermijd volgt "
    "bewaakt gebruik werkt_met",
    single="draait draaien staat staan stond ligt liggen lag bevindt woont leeft zit zitten zat opgeslagen bewaard "
    "luistert hoort heet leidt leidde beheert verantwoordelijk gehost beheerd onderhouden begint eindigt loopt valt "
    "komt gebaseerd rapporteert gepland ingesteld werkt geplaatst ondergebracht terechtkomt belandt belanden eigendom",
    ranks="favoriete primaire officiële standaard",
    functional="standaard standaardtak hoofdtak naam eigenaar leider leidinggevende hoofd verantwoordelijke adres "
    "taal tijdzone formaat poort kleur favoriete voorkeur beheerder beheerster hoofdkantoor contactpersoon titel "
    "versie leverancier wachtwoord deadline modus niveau opvolger voorzitter voorzitster president burgemeester "
    "trainer aanvoerder directeur directrice rector huisbaas motto woordvoerder secretaris",
    ended="uitgezet uitgeschakeld afgeschaft beëindigd stopgezet opgeheven gearchiveerd verwijderd uitgefaseerd "
    "buiten_gebruik buiten_gebruik_gesteld gestopt offline_gehaald gesloten ontmanteld vervangen vervallen opgezegd "
    "afgesloten",
    history="geschreven gebouwd geïmplementeerd geïntroduceerd opgericht ontwikkeld ontworpen gestart gemaakt",
    holders="leidt geleid leider beheert beheerder eigenaar hoofd verantwoordelijk verantwoordelijke voorzitter "
    "directeur",
    scopes="productie staging test testomgeving acceptatie ontwikkeling ontwikkelomgeving live productieomgeving "
    "lokaal intern extern frontend backend mobiel desktop ios android windows linux europa gasten beheerders "
    "gebruikers klanten weekend doordeweeks nacht chrome firefox engels duits frans spaans italiaans zweeds "
    "nederlands hongaars chinees japans pools russisch portugees turks arabisch",
    synonyms="verwijderd verwijderen verwijdert gewist wissen wist;bewaard bewaren bewaart bewaartermijn opgeslagen "
    "opslaan;"
    "goedgekeurd goedkeuren goedkeuring;begint beginnen start starten;applicatie app toepassing;configuratie config;"
    "database db databank;documentatie docs;kubernetes k8s;vakantie verlof;fout storing;medewerker werknemer "
    "medewerkers;repository repo;gecontroleerd controleren controleert nagekeken;aangemaakt gegenereerd;uitrollen "
    "uitgerold uitrol;gebruikt gebruiken benut;beheert beheerd beheer onderhoudt onderhouden",
    conditions="als wanneer zodra indien",
    filler="let op opmerking belangrijk herinnering weten overigens trouwens informatie info merk noteer onthoud "
    "vermelden vermeld goed ter bedenk denk eraan aandacht niet_vergeten nota bene zoals gezegd uiteraard natuurlijk "
    "volledigheid volledigheidshalve duidelijkheid handig kennisgeving vergeet_niet",
)
