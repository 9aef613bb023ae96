"""German."""

from .language import Language

GERMAN = Language(
    code="de",
    stemmer="german",
    letters="ßäüö",
    articles="der die das den dem des dieser diese dieses diesen diesem sein seine seinen seiner ihr ihre ihren "
    "ihrer unser unsere unseren mein meine",
    one="ein eine einen einem einer eines",
    light="übrigens nebenbei es er sie wir man ich und oder aber auch derzeit momentan aktuell jetzt nun noch schon "
    "bereits dabei da dort lang beträgt lautet beläuft hier so sehr nur_so eben lange etwa rund welche welcher "
    "welches was wer wo wie wenn als dass sich selbst ja dann also eigentlich einfach insgesamt grundsätzlich "
    "generell zurzeit am_liebsten werk üblicherweise jeweils ab statt statt_findet stattfinden findet_statt mehr geht "
    "gehen",
    be="ist sind war waren sei wird werden wurde wurden worden hat haben hatte hatten bleibt bleiben gibt gab habe "
    "soll sollen sollte sollten erfolgt erfolgen geschieht verläuft",
    have="hat haben hatte hatten",
    must="muss müssen musste mussten braucht brauchen benötigt benötigen erfordert erfordern zwingend nötig "
    "notwendig erforderlich benötigt verlangt verlangen vorgeschrieben",
    may="kann können konnte darf dürfen durfte könnte lässt",
    prepositions="in im an am auf aus bei beim mit nach zu zum zur von vom über unter hinter zwischen durch um gegen "
    "während per innerhalb außerhalb vor bis via je pro neben ins ans aufs oberhalb unterhalb übers",
    places="in im am auf bei unter hinter aus ins",
    for_whom="für fürs",
    since="seit ab_sofort",
    agent="von vom durch",
    negations="nicht kein keine keinen keinem keiner keines nie niemals niemand nichts nirgends weder nirgendwo kaum",
    no_longer="nicht_mehr kein_mehr keine_mehr nimmer",
    there="gibt existiert existieren",
    without="ohne fehlt fehlen",
    every="alle allen aller alles jede jeder jedes jeden jedem sämtliche beide",
    everyone="alle jeder jedermann jede_person",
    only="nur ausschließlich vorbehalten allein lediglich bloß einzige einziger einziges einzigen alleinige",
    additive="auch außerdem zusätzlich ebenfalls ebenso zudem darüber_hinaus des_weiteren neben_dem weiterhin_auch",
    ordinals="erste ersten erster erstes zweite zweiten zweiter zweites dritte dritten dritter drittes vierte "
    "vierten vierter fünfte fünften fünfter sechste sechsten siebte siebten achte achten zehnte zehnten "
    "letzte letzten letzter letztes",
    past_forms=r"\w{2,}(?:ierte|ierten)|(?:be|ver|er|ent|zer)\w{2,}(?:te|ten)|traf|trafen|stürzte|stürzten|fiel|"
    r"fielen|brach|kam|kamen|ging|gingen|sah|sahen|meldete|meldeten|scheiterte|scheiterten|startete|starteten",
    dated="geboren geplant angesetzt terminiert fällig unterschrieben statt stattgefunden",
    plain="neu_gestartet neu_gestarteten",
    ways="über | unter;neben;zwischen;um",
    clock="mitternacht=0:00 mittags=12:00",
    always="immer stets dauerhaft ständig fest grundsätzlich_immer",
    past="war waren hatte hatten wurde wurden früher ehemals",
    future_frames="wird_sein werden_sein wird_haben werden_haben",
    persons="ich mein meine | wir unser unsere | er | sie",
    directions="aus von vom | in nach zu zum zur ins;und | oder;mit | gegen;bis | seit",
    numbers="null=0 einundzwanzig=21 einunddreißig=31 einundvierzig=41 einundfünfzig=51 eins=1 zwei=2 drei=3 vier=4 "
    "fünf=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 elf=11 zwölf=12 dreizehn=13 vierzehn=14 fünfzehn=15 sechzehn=16 "
    "siebzehn=17 achtzehn=18 neunzehn=19 zwanzig=20 dreißig=30 dreissig=30 vierzig=40 fünfzig=50 sechzig=60 "
    "siebzig=70 achtzig=80 neunzig=90 hundert=100 tausend=1000 million=1000000 millionen=1000000 dutzend=12 einmal=1 "
    "erste=1 ersten=1 erster=1 zweite=2 zweiten=2 dritte=3 dritten=3 vierte=4 vierten=4 fünfte=5 fünften=5 sechste=6 "
    "sechsten=6 siebte=7 siebten=7 achten=8 zehnten=10 halbe=0.5 doppelt=2 letzte=-1 letzten=-1 letzter=-1 letztes=-1",
    units="sekunde=s sekunden=s minute=min minuten=min stunde=h stunden=h tag=d tage=d tagen=d woche=w wochen=w "
    "monat=mo monate=mo monaten=mo jahr=y jahre=y jahren=y prozent=% millisekunden=ms zeichen=ch megabyte=mb "
    "gigabyte=gb euro=eur kilometer=km meter=m uhr=时 werktage=wd werktagen=wd arbeitstage=wd viertelstunde=15min",
    rates="stündlich=h täglich=d jeden_tag=d nächtlich=n jede_nacht=n wöchentlich=w jede_woche=w monatlich=mo "
    "jeden_monat=mo jährlich=y jedes_jahr=y vierteljährlich=q quartalsweise=q stündliche=h tägliche=d jedes_quartal=q",
    months="januar,jänner februar märz april mai juni juli august september oktober november dezember",
    weekdays="montag,montags dienstag,dienstags mittwoch,mittwochs donnerstag,donnerstags freitag,freitags "
    "samstag,samstags,sonnabend sonntag,sonntags",
    opposed="eingeschaltet an$ aktiviert aktiv angeschaltet einschalten | aus$ ausgeschaltet deaktiviert inaktiv "
    "ausschalten;vor bevor vorher davor | nach nachdem nachher danach hinter dahinter;vorgelagert stromaufwärts | "
    "nachgelagert stromabwärts;erlaubt gestattet zulässig zugelassen | verboten untersagt unzulässig;öffentlich | "
    "privat intern;verpflichtend pflicht obligatorisch zwingend | optional freiwillig;manuell händisch hand | "
    "automatisch automatisiert;synchron | asynchron;aufsteigend | absteigend;geöffnet offen | geschlossen;gesperrt | "
    "entsperrt freigegeben;links | rechts;oben | unten;oberhalb | unterhalb;mindestens minimal | höchstens "
    "maximal;parallel gleichzeitig | nacheinander sequenziell sequentiell;schnell | langsam;lokal | "
    "entfernt;sichtbar | unsichtbar versteckt;steigt wächst | sinkt fällt schrumpft;inklusive | exklusive;mag liebt "
    "| hasst;innerhalb | außerhalb;tabs tabulatoren | leerzeichen;kostenlos | kostenpflichtig;hell | "
    "dunkel;verschlüsselt | unverschlüsselt;groß | klein;früh | spät;tagsüber | nachts;anfang | ende;statisch | "
    "dynamisch;vorwärts | rückwärts;stündlich | täglich;jung | alt;über# mehr_als | unter# weniger_als;vorab "
    "im_voraus vorher | im_nachhinein nachträglich;Vollzeit vollzeit | teilzeit;drinnen | draußen;innen | "
    "außen;anonym | namentlich;gleichzeitig | nacheinander;zentral | dezentral;schriftlich | mündlich;befristet | "
    "unbefristet;hoch hohe hoher hohes höchste | niedrig niedrige niedriger niedriges niedrigste | mittel;gut | "
    "schlecht;einfach_zu | schwer_zu;stark | schwach;rot | grün | blau | gelb | orange | lila | schwarz | weiß | "
    "grau;häufig oft regelmäßig | selten;vor_ort | aus_der_ferne remote im_homeoffice;elektronisch digital | "
    "auf_papier;geteilt gemeinsam | exklusiv;laufend läuft_noch offen unfertig | fertig abgeschlossen fertiggestellt "
    "beendet;dauerhaft unbefristet | vorübergehend befristet;echt | synthetisch erfunden;voll vollständig | leer "
    "unvollständig;wach | im_schlaf;verbunden | getrennt;warm | kalt;nass | trocken;laut | leise;sauber | "
    "schmutzig;pünktlich | verspätet;geheim vertraulich | bekannt;streng | locker;stabil | instabil "
    "experimentell;ausgelagert extern_vergeben | hausintern;zuerst | zuletzt;besetzt belegt | frei unbesetzt;morgens "
    "vormittags | abends nachmittags;ja | nein;einseitig | beidseitig;rechtzeitig | zu_spät;förmlich | formlos",
    bound="mindestens",
    up_to="bis_zu begrenzt_auf beschränkt_auf",
    than="als",
    lesser="weniger kürzer kleiner niedriger früher jünger",
    exceed="überschreiten",
    optional="optional freiwillig fakultativ",
    weak="nutzt verwendet verwenden benutzt genutzt dauer zeitraum frist erstellt läuft macht weil geht kommt gibt "
    "nimmt will",
    moved="umgezogen gewechselt migriert umgestellt gezogen",
    choices="tabs tabulatoren leerzeichen",
    many="unterstütze unterstützt unterstützen getestet kompatibel enthält enthalten umfasst spricht sprechen bietet "
    "bieten "
    "integriert verfügbar exportieren importieren exportiert kennt beispielsweise etwa_mit anmelden einloggen deckt "
    "mehrere einige akzeptiert interessiert mag mitglied",
    uses="nutzt nutzen verwendet verwenden benutzt benutzen setzt_auf arbeitet_mit hängt abhängig ruft schickt "
    "sendet protokolliert liest schreibt sammelt vermeiden überwacht meldet bezieht aufrufen verwende nutze benutze",
    single="läuft laufen lief liegt liegen lag steht stehen stand befindet befinden wohnt lebt sitzt gespeichert "
    "abgelegt gehört heißt leitet leiteten leitete verantwortet zuständig betreut gehostet betrieben bevorzugt "
    "lauscht hört landet landen endet beginnt findet erscheint basiert berichtet geplant gesetzt eingestellt kommt "
    "arbeitet verwaltet gepflegt gewartet geschrieben_in zeigt startet erreichbar",
    ranks="standardmäßig bevorzugte bevorzugter bevorzugtes primäre primärer hauptsächliche offizielle offizieller",
    functional="standard standardmäßig standardbranch hauptbranch name leiter leiterin verantwortliche "
    "verantwortlicher besitzer eigentümer adresse sprache zeitzone format port lieblingseditor lieblings farbe "
    "ansprechpartner ansprechpartnerin hauptsitz frist termin titel anbieter version chef chefin nachfolger passwort "
    "modus stufe vorsitz vorsitzende vorsitzender präsident präsidentin bürgermeister trainer kapitän direktor "
    "direktorin schulleiter vermieter motto maskottchen sprecher sprecherin sekretärin",
    ended="abgeschaltet stillgelegt eingestellt abgelöst abgeschafft entfernt außer_betrieb archiviert gelöscht "
    "beendet aufgelöst vom_netz vom_netz_genommen heruntergefahren geschlossen aufgegeben gekündigt eingestampft "
    "ausgemustert deinstalliert verworfen ausgelaufen abgebaut",
    history="geschrieben implementiert eingeführt gebaut gegründet entworfen entwickelt benannt gestartet programmiert",
    holders="leitet geleitet leiter leiterin verantwortet verantwortlich verantwortliche verantwortlicher zuständig "
    "betreut besitzer chef chefin geschäftsführer eigentümer führt vorsitzende vorsitzender",
    scopes="produktion produktiv test testumgebung staging entwicklung entwicklungsumgebung live produktionsumgebung "
    "lokal intern extern frontend backend mobil desktop ios android windows linux europa gäste administratoren nutzer "
    "kunden wochenende werktags nachts tagsüber chrome firefox englisch deutsch französisch spanisch italienisch "
    "schwedisch niederländisch ungarisch chinesisch japanisch polnisch russisch portugiesisch türkisch arabisch "
    "tschechisch dänisch",
    synonyms="löschen gelöscht löscht entfernen entfernt;aufbewahrt aufbewahren aufbewahrung gespeichert speichern "
    "gesichert aufgehoben aufbewahrungsdauer;beginnen beginnt startet starten;freigeben freigegeben freigabe "
    "genehmigen genehmigt genehmigung;mitarbeiter angestellte beschäftigte;dokumentation doku docs;anwendung "
    "applikation app;konfiguration config konfig;datenbank db;nutzer benutzer anwender nutzerin benutzerin;kubernetes "
    "k8s;repository repo;urlaub ferien;rechner computer;pull_request pr;fehler störung;prüfen prüft geprüft überprüft "
    "überprüfen überprüfung prüfung "
    "kontrollieren kontrolliert;erstellen erstellt erzeugt erzeugen;nutzt verwendet benutzt verwenden nutzen benutzen "
    "genutzt;betreut betreuen zuständig verantwortlich "
    "verantwortet kümmert;pflegt gepflegt wartet gewartet;administrator admin;"
    "umgebung env;kündigung gekündigt kündigen;besprechung meeting termin;rechnung rechnungen faktura",
    conditions="wenn falls sobald sofern",
    filler="beachten beachte bitte hinweis wichtig wissen zur_erinnerung erinnerung übrigens info information merken "
    "zu_beachten wissenswert gut_zu_wissen nebenbei kurz anmerkung erinnern vermerkt erwähnt erwähnen festzuhalten "
    "bekanntlich gesagt wie_gesagt denk daran denken wichtige notiz vollständigkeit halber klar selbstverständlich "
    "natürlich anzumerken gesagt_sei hinzuweisen darauf nicht_vergessen vergiss_nicht vergesst_nicht",
)
