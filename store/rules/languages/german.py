"""German."""

from .language import Language

GERMAN = Language(
    code="de",
    stemmer="german",
    letters="\u00df\u00e4\u00fc",
    articles="der die das den dem des dieser diese dieses diesen diesem sein seine seinen seiner ihr ihre ihren ihrer unser "
    "unsere unseren mein meine",
    one="ein eine einen einem einer eines",
    light="es er sie wir man ich und oder aber auch derzeit momentan aktuell jetzt nun noch schon bereits dabei da dort "
    "hier so sehr nur_so eben lang lange etwa rund welche welcher welches was wer wo wie wenn als dass sich selbst ja "
    "dann also eigentlich einfach insgesamt grunds\u00e4tzlich generell zurzeit am_liebsten werk \u00fcblicherweise jeweils ab "
    "statt statt_findet stattfinden findet_statt",
    be="ist sind war waren sei wird werden wurde wurden worden hat haben hatte hatten bleibt bleiben geht gibt gab habe "
    "soll sollen sollte sollten",
    must="muss m\u00fcssen musste mussten braucht brauchen ben\u00f6tigt ben\u00f6tigen erfordert erfordern zwingend",
    may="kann k\u00f6nnen konnte darf d\u00fcrfen durfte k\u00f6nnte l\u00e4sst",
    prepositions="in im an am auf aus bei beim mit nach zu zum zur von vom \u00fcber unter hinter zwischen durch um gegen "
    "w\u00e4hrend per innerhalb au\u00dferhalb vor bis via je pro neben ins ans aufs oberhalb unterhalb \u00fcbers",
    for_whom="f\u00fcr f\u00fcrs",
    since="seit ab_sofort",
    agent="von vom durch",
    negations="nicht kein keine keinen keinem keiner keines nie niemals niemand nichts nirgends weder nirgendwo kaum",
    no_longer="nicht_mehr kein_mehr keine_mehr nimmer",
    without="ohne fehlt fehlen",
    every="alle allen aller alles jede jeder jedes jeden jedem s\u00e4mtliche beide",
    everyone="jeder jedermann jede_person",
    only="nur ausschlie\u00dflich allein lediglich blo\u00df",
    always="immer stets dauerhaft einzige einziger einziges einzigen st\u00e4ndig fest grunds\u00e4tzlich_immer alleinige",
    numbers="null=0 eins=1 zwei=2 drei=3 vier=4 f\u00fcnf=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 elf=11 zw\u00f6lf=12 "
    "dreizehn=13 vierzehn=14 f\u00fcnfzehn=15 sechzehn=16 siebzehn=17 achtzehn=18 neunzehn=19 zwanzig=20 drei\u00dfig=30 "
    "dreissig=30 vierzig=40 f\u00fcnfzig=50 sechzig=60 siebzig=70 achtzig=80 neunzig=90 hundert=100 tausend=1000 "
    "million=1000000 millionen=1000000 dutzend=12 einmal=1 erste=1 ersten=1 erster=1 zweite=2 zweiten=2 dritte=3 "
    "dritten=3 vierte=4 vierten=4 f\u00fcnfte=5 f\u00fcnften=5 sechste=6 sechsten=6 siebte=7 siebten=7 achten=8 zehnten=10 "
    "halbe=0.5 doppelt=2 ein=1",
    units="sekunde=s sekunden=s minute=min minuten=min stunde=h stunden=h tag=d tage=d tagen=d woche=w wochen=w monat=mo "
    "monate=mo monaten=mo jahr=y jahre=y jahren=y prozent=% millisekunden=ms zeichen=ch megabyte=mb gigabyte=gb euro=eur "
    "kilometer=km meter=m uhr=\u65f6 werktage=wd werktagen=wd arbeitstage=wd",
    rates="st\u00fcndlich=h t\u00e4glich=d jeden_tag=d n\u00e4chtlich=n jede_nacht=n w\u00f6chentlich=w jede_woche=w monatlich=mo "
    "jeden_monat=mo j\u00e4hrlich=y jedes_jahr=y viertelj\u00e4hrlich=q quartalsweise=q st\u00fcndliche=h t\u00e4gliche=d",
    months="januar,j\u00e4nner februar m\u00e4rz april mai juni juli august september oktober november dezember",
    weekdays="montag,montags dienstag,dienstags mittwoch,mittwochs donnerstag,donnerstags freitag,freitags "
    "samstag,samstags,sonnabend sonntag,sonntags",
    opposed="eingeschaltet aktiviert aktiv angeschaltet einschalten | ausgeschaltet deaktiviert inaktiv ausschalten;"
    "vor bevor vorher | nach nachdem nachher danach;erlaubt gestattet zul\u00e4ssig zugelassen | verboten untersagt "
    "unzul\u00e4ssig;\u00f6ffentlich | privat intern;verpflichtend pflicht obligatorisch zwingend | optional freiwillig;"
    "manuell h\u00e4ndisch hand | automatisch automatisiert;synchron | asynchron;aufsteigend | absteigend;ge\u00f6ffnet offen "
    "| geschlossen zu;gesperrt | entsperrt freigegeben;links | rechts;oben | unten;oberhalb | unterhalb;mindestens "
    "minimal | h\u00f6chstens maximal;parallel gleichzeitig | nacheinander sequenziell sequentiell;schnell | langsam;lokal "
    "| entfernt;sichtbar | unsichtbar versteckt;steigt w\u00e4chst | sinkt f\u00e4llt schrumpft;inklusive | exklusive;mag liebt | "
    "hasst;innerhalb | au\u00dferhalb;tabs tabulatoren | leerzeichen;kostenlos | kostenpflichtig;hell | dunkel;"
    "verschl\u00fcsselt | unverschl\u00fcsselt;gro\u00df | klein;lang | kurz;fr\u00fch | sp\u00e4t;tags\u00fcber | nachts;anfang | ende;"
    "statisch | dynamisch;vorw\u00e4rts | r\u00fcckw\u00e4rts;st\u00fcndlich | t\u00e4glich;jung | alt",
    choices="tabs tabulatoren leerzeichen",
    many="unterst\u00fctzt unterst\u00fctzen getestet kompatibel enth\u00e4lt enthalten umfasst spricht sprechen bietet bieten "
    "integriert verf\u00fcgbar exportieren importieren exportiert kennt beispielsweise etwa_mit anmelden einloggen deckt "
    "mehrere einige akzeptiert interessiert mag mitglied",
    uses="nutzt nutzen verwendet verwenden benutzt benutzen setzt_auf arbeitet_mit h\u00e4ngt abh\u00e4ngig ruft schickt sendet "
    "protokolliert liest schreibt sammelt vermeiden \u00fcberwacht meldet bezieht aufrufen verwende nutze benutze",
    single="l\u00e4uft laufen lief liegt liegen lag steht stehen stand befindet befinden wohnt lebt sitzt gespeichert abgelegt "
    "geh\u00f6rt hei\u00dft lautet betr\u00e4gt leitet leiteten leitete verantwortet zust\u00e4ndig betreut gehostet betrieben bevorzugt "
    "lauscht h\u00f6rt landet landen endet beginnt findet erscheint basiert berichtet geplant gesetzt eingestellt kommt "
    "arbeitet verwaltet gepflegt gewartet geschrieben_in zeigt startet erreichbar",
    functional="standard standardm\u00e4\u00dfig standardbranch hauptbranch name leiter leiterin verantwortliche verantwortlicher "
    "besitzer eigent\u00fcmer adresse sprache zeitzone format port lieblingseditor lieblings farbe ansprechpartner "
    "ansprechpartnerin hauptsitz frist termin titel anbieter version chef chefin nachfolger passwort modus stufe",
    ended="abgeschaltet stillgelegt eingestellt abgel\u00f6st abgeschafft entfernt au\u00dfer_betrieb archiviert gel\u00f6scht beendet "
    "aufgel\u00f6st vom_netz vom_netz_genommen heruntergefahren geschlossen aufgegeben gek\u00fcndigt eingestampft ausgemustert "
    "deinstalliert verworfen ausgelaufen abgebaut",
    history="geschrieben implementiert eingef\u00fchrt gebaut gegr\u00fcndet entworfen entwickelt benannt gestartet programmiert",
    holders="leitet leiter leiterin verantwortet verantwortlich verantwortliche verantwortlicher zust\u00e4ndig betreut "
    "besitzer chef chefin gesch\u00e4ftsf\u00fchrer eigent\u00fcmer f\u00fchrt vorsitzende vorsitzender",
    scopes="produktion produktiv test testumgebung staging entwicklung entwicklungsumgebung live produktionsumgebung lokal "
    "intern extern frontend backend mobil desktop ios android windows linux europa g\u00e4ste administratoren nutzer kunden "
    "wochenende werktags nachts tags\u00fcber chrome firefox",
    synonyms="l\u00f6schen gel\u00f6scht l\u00f6scht entfernen entfernt;aufbewahrt aufbewahren aufbewahrung gespeichert speichern "
    "gesichert aufgehoben aufbewahrungsdauer;beginnen beginnt startet starten;freigeben freigegeben freigabe "
    "genehmigen genehmigt genehmigung;mitarbeiter angestellte besch\u00e4ftigte;dokumentation doku docs;anwendung applikation app;"
    "konfiguration config konfig;datenbank db;nutzer benutzer anwender nutzerin benutzerin;kubernetes k8s;repository repo;"
    "urlaub ferien;rechner computer;pull_request pr;fehler st\u00f6rung;pr\u00fcfen pr\u00fcft gepr\u00fcft kontrollieren kontrolliert;"
    "erstellen erstellt erzeugt erzeugen;nutzt verwendet benutzt;administrator admin;umgebung env;k\u00fcndigung "
    "gek\u00fcndigt k\u00fcndigen;besprechung meeting termin;rechnung rechnungen faktura",
    filler="beachten beachte bitte hinweis wichtig wissen zur_erinnerung erinnerung \u00fcbrigens info information merken "
    "zu_beachten wissenswert gut_zu_wissen nebenbei kurz anmerkung erinnern vermerkt erw\u00e4hnt erw\u00e4hnen festzuhalten "
    "bekanntlich gesagt wie_gesagt denk daran denken vergessen wichtige notiz vollst\u00e4ndigkeit halber klar "
    "selbstverst\u00e4ndlich nat\u00fcrlich anzumerken gesagt_sei hinzuweisen darauf",
)
