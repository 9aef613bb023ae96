"""Italian."""

from .language import Language

ITALIAN = Language(
    code="it",
    stemmer="italian",
    letters="ìòàèùé",
    articles="il lo la i gli le l questo questa questi queste quel quella suo sua suoi sue loro nostro nostra mio "
    "mia del della dei degli delle dello al alla ai agli alle dal dalla nel nella nei nelle sul sulla sui sulle",
    one="un uno una",
    light="e ed o ma anche attualmente ora adesso già ancora che chi cui dove quando come se molto così egli lei noi "
    "io ci vi ne si lui stesso qui lì",
    be="è sono era erano essere ha hanno aveva avere viene vengono stato stata stati sarà resta avviene",
    have="ha hanno aveva",
    must="deve devono doveva bisogna richiede richiedono necessita necessario",
    may="può possono poteva potrebbe permette",
    prepositions="di a da in con su tra fra verso secondo durante dopo prima dentro fuori sotto sopra via tramite "
    "presso entro fino",
    places="in a su sotto presso da",
    for_whom="per",
    since="dal_momento a_partire_da",
    agent="da dal dalla",
    negations="non mai nessun nessuno nessuna niente nulla né neanche",
    no_longer="non_più più",
    there="ci vi esiste esistono",
    without="senza manca mancano",
    every="ogni tutti tutte tutto tutta ciascuno entrambi",
    everyone="tutti chiunque",
    only="solo soltanto solamente esclusivamente unicamente unico unica",
    additive="anche inoltre pure altresì oltre_a",
    ordinals="primo prima secondo seconda terzo terza quarto quarta quinto quinta ultimo ultima",
    past_forms=r"\w{2,}(?:arono|irono|erono)|fallì|cadde",
    dated="nato nata previsto prevista programmato programmata firmato",
    ways="su sopra | sotto;tra fra entro;presso",
    clock="mezzanotte=0:00 mezzogiorno=12:00",
    always="sempre permanentemente fisso",
    past="era erano aveva",
    future="sarà saranno",
    persons="io mio mia | noi nostro nostra | lui | lei",
    directions="da dal dalla | a al alla verso;e ed | o;con | contro",
    numbers="zero=0 due=2 tre=3 quattro=4 cinque=5 sei=6 sette=7 otto=8 nove=9 dieci=10 undici=11 dodici=12 "
    "tredici=13 quattordici=14 quindici=15 venti=20 trenta=30 quaranta=40 cinquanta=50 sessanta=60 settanta=70 "
    "ottanta=80 novanta=90 cento=100 mille=1000 primo=1 prima_volta=1 secondo=2 terzo=3 quarto=4 quinto=5 mezzo=0.5 "
    "doppio=2",
    units="secondo=s secondi=s minuto=min minuti=min ora=h ore=h giorno=d giorni=d settimana=w settimane=w mese=mo "
    "mesi=mo anno=y anni=y per_cento=% caratteri=ch byte=b euro=eur chilometri=km metri=m",
    rates="quotidianamente=d ogni_giorno=d ogni_notte=n settimanalmente=w ogni_settimana=w mensilmente=mo "
    "ogni_mese=mo annualmente=y ogni_anno=y ogni_ora=h",
    months="gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    weekdays="lunedì martedì mercoledì giovedì venerdì sabato domenica",
    opposed="davanti_a davanti | dietro_a dietro;a_monte | a_valle;attivato attivata attivati attivate attivo attiva "
    "abilitato abilitata | disattivato disattivata disattivati disattivate inattivo disabilitato disabilitata;prima "
    "| dopo;permesso consentito consentita | vietato vietata proibito;pubblico pubblica | privato privata "
    "interno;obbligatorio obbligatoria | facoltativo facoltativa opzionale;manuale manualmente mano | automatico "
    "automatica automaticamente;sincrono | asincrono;crescente | decrescente;aperto aperta | chiuso chiusa;sinistra "
    "| destra;minimo almeno | massimo;veloce | lento;locale | remoto;visibile | nascosto invisibile;aumenta | "
    "diminuisce;dentro | fuori;tabulazioni | spazi;gratuito | pagamento;chiaro | scuro;inizio | fine;acceso accesa | "
    "spento spenta;più_di | meno_di",
    choices="tabulazioni spazi",
    many="supportiamo supporta supportano testato testata compatibile contiene include parla offre integra esportare "
    "importare disponibile accedere vari alcuni accetta",
    uses="usa usano utilizza dipende chiama invia legge scrive raccoglie evita usare",
    single="gira girano esegue trova trovano vive abita risiede situato situata conservato conservata salvato "
    "memorizzato ospitato ospitata ascolta appartiene chiama_si dirige gestito mantenuto responsabile preferisce "
    "inizia termina scade basato collocato funziona",
    ranks="predefinito preferito preferita principale ufficiale",
    functional="predefinito predefinita nome proprietario capo responsabile indirizzo lingua fuso formato porta "
    "colore preferito preferita principale sede contatto password versione fornitore direttore direttrice livello "
    "titolo presidente sindaco allenatore capitano segretario motto",
    ended="spento spenta chiuso chiusa eliminato eliminata rimosso rimossa ritirato ritirata archiviato archiviata "
    "abbandonato dismesso dismessa disattivato disattivata fuori_servizio cancellato cancellata smantellato",
    history="scritto scritta sviluppato creato progettato fondato introdotto lanciato",
    holders="dirige responsabile capo proprietario gestisce direttore direttrice presidente guida mantiene",
    scopes="produzione staging test collaudo sviluppo locale interno esterno mobile desktop ios android windows "
    "linux europa ospiti amministratori utenti clienti notte",
    synonyms="cancellare cancella cancellato eliminare elimina eliminato rimosso;conservare conserva conservato "
    "salvato memorizzato;applicazione app;configurazione config;repository repo;documentazione docs;ferie vacanza;"
    "errore guasto;dipendente impiegato;approvare approvato approvazione",
    conditions="quando se",
    filler="nota notare noti ricorda ricordare ricordarsi importante presente tenere tenga sapere informazione "
    "menzionare segnalare precisare vale pena bene prego favore attenzione promemoria comunque utile chiaro "
    "ovviamente naturalmente va detto non_dimenticare non_dimenticate",
)
