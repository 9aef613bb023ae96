"""Polish."""

from .language import Language

POLISH = Language(
    code="pl",
    stemmer="polish",
    letters="łęąśćżźń",
    articles="ten ta to te ci tego tej tych jego jej ich nasz nasza nasze mój moja",
    light="i oraz a lub albo ale też także obecnie teraz już jeszcze który która które kto co gdzie kiedy jak jeśli "
    "bardzo więc on ona oni my ja się siebie sam tu tam że",
    be="jest są był była było były być ma mają miał zostaje zostają został została zostało zostały będzie będą",
    have="ma mają miał",
    must="musi muszą trzeba należy wymaga wymagają powinien powinna",
    may="może mogą można mógł wolno",
    prepositions="w we na z ze do od po przy pod nad między przez przed za o u według podczas wśród poza",
    places="w we na pod przy",
    for_whom="dla",
    since="od odkąd",
    agent="przez",
    negations="nie nigdy żaden żadna żadne nic nikt nigdzie ani brak",
    no_longer="już_nie",
    there="jest są istnieje",
    without="bez",
    every="każdy każda każde wszystkie wszyscy wszystko oba",
    everyone="każdy wszyscy ktokolwiek",
    only="tylko wyłącznie jedynie jedyny jedyna jedyne",
    additive="też także również ponadto oprócz dodatkowo",
    ordinals="pierwszy pierwsza pierwsze drugi druga drugie trzeci trzecia trzecie czwarty czwarta piąty piąta "
    "ostatni ostatnia",
    past_forms=r"\w{2,}(?:ał|ała|ało|ali|ały|ił|iła|iło|ili|iły|ył|yła|yło|yli|yły|ęła|ął)(?:a?m|śmy|iśmy|yśmy)?",
    dated="urodził urodziła zaplanowano zaplanowany zaplanowana",
    ways="nad | pod;między;przez",
    clock="północ=0:00 północy=0:00",
    always="zawsze stale stały",
    past="był była było były miał",
    future="będzie będą",
    persons="ja mój moja | my nasz nasza nasze | on jego | ona jej",
    directions="od z ze | do;i oraz | lub albo",
    numbers="zero=0 jeden=1 dwa=2 dwie=2 dwóch=2 trzy=3 trzech=3 cztery=4 czterech=4 pięć=5 pięciu=5 sześć=6 "
    "siedem=7 osiem=8 dziewięć=9 dziesięć=10 dwanaście=12 piętnaście=15 dwadzieścia=20 trzydzieści=30 czterdzieści=40 "
    "pięćdziesiąt=50 sto=100 tysiąc=1000 pierwszy=1 drugi=2 trzeci=3 raz=1 dwukrotnie=2 trzykrotnie=3 pół=0.5",
    units="sekunda=s sekundy=s sekund=s sekundach=s minuta=min minuty=min minut=min minutach=min godzina=h godziny=h "
    "godzin=h godzinach=h dzień=d dni=d dniach=d tydzień=w tygodnie=w tygodni=w tygodniach=w miesiąc=mo miesiące=mo "
    "miesięcy=mo miesiącach=mo rok=y lata=y lat=y latach=y procent=% znaków=ch znaki=ch złotych=pln euro=eur",
    rates="co_godzinę=h codziennie=d co_noc=n co_tydzień=w co_miesiąc=mo co_rok=y tygodniowo=w miesięcznie=mo "
    "rocznie=y",
    months="styczeń,stycznia,styczniu luty,lutego,lutym marzec,marca,marcu kwiecień,kwietnia,kwietniu maj,maja,maju "
    "czerwiec,czerwca,czerwcu lipiec,lipca,lipcu sierpień,sierpnia,sierpniu wrzesień,września,wrześniu "
    "październik,października,październiku listopad,listopada,listopadzie grudzień,grudnia,grudniu",
    weekdays="poniedziałek,poniedziałki,poniedziałku wtorek,wtorki,wtorku środa,środę,środy "
    "czwartek,czwartki,czwartku piątek,piątki,piątku sobota,sobotę,soboty niedziela,niedzielę,niedziele",
    opposed="włączony włączona włączone włączono aktywny aktywne aktywna | wyłączony wyłączona wyłączone wyłączono "
    "nieaktywny nieaktywne nieaktywna;przed | po;dozwolony dozwolone dozwolona | zabroniony zabronione zabroniona "
    "zakazane;publiczny publiczne publiczna | prywatny prywatne prywatna wewnętrzny;obowiązkowy obowiązkowe "
    "obowiązkowa | opcjonalny opcjonalne dobrowolne;ręcznie ręczny | automatycznie automatyczny;rosnąco | malejąco;"
    "otwarty otwarte otwarta | zamknięty zamknięte zamknięta;lewo lewej | prawo prawej;minimum najmniej | maksimum "
    "najwyżej;szybki szybko | wolny wolno powoli;lokalnie | zdalnie;widoczny widoczne | ukryty ukryte;rośnie | maleje "
    "spada;tabulatory tabulatorami | spacje spacjami;darmowy darmowe | płatny płatne;jasny | ciemny;szyfrowane "
    "zaszyfrowane | nieszyfrowane niezaszyfrowane;powyżej | poniżej",
    choices="tabulatory spacje",
    many="obsługujemy wspieramy obsługuje wspiera testowany testowana testowane zgodny zawiera obejmuje mówi oferuje "
    "integruje eksportować importować dostępny zalogować kilka akceptuje",
    uses="używa używają korzysta zależy wywołuje wysyła czyta zapisuje zbiera unika monitoruje",
    single="działa działają znajduje znajdują mieszka siedzi przechowywany przechowywane leży leżą stoją nasłuchuje "
    "należy_do nazywa kieruje zarządza odpowiada woli zaczyna kończy wygasa oparty pracuje odbywa umieszczony",
    ranks="domyślny domyślna domyślne ulubiony główny główna",
    functional="domyślny domyślna domyślne domyślnie nazwa właściciel właścicielem kierownik kierownikiem szef adres "
    "język strefa format port kolor ulubiony ulubione preferowany główny główna siedziba kontakt hasło wersja "
    "dostawca dyrektor poziom tytuł prezes przewodniczący burmistrz trener kapitan sekretarz",
    ended="wyłączony wyłączona wyłączone zamknięty zamknięta zamknięte usunięty usunięta usunięte wycofany wycofana "
    "wycofane zarchiwizowany zarchiwizowana zlikwidowany zlikwidowana porzucony zakończony zakończona",
    history="napisany napisana napisane stworzony zaprojektowany założony wprowadzony",
    holders="kieruje zarządza odpowiada właścicielem właściciel kierownikiem kierownik szefem dyrektorem dyrektor "
    "prezesem prowadzi",
    scopes="produkcja produkcji staging testowym testach rozwojowym lokalnie frontend backend mobilna ios android "
    "windows linux europie goście administratorzy użytkownicy klienci nocy",
    synonyms="usuwać usuwa usuwane kasować kasuje kasowane usuwamy;przechowywać przechowuje przechowywane trzymać "
    "trzymane zachowywane;aplikacja app;konfiguracja config;repozytorium repo;dokumentacja docs;urlop wakacje;błąd "
    "awaria;pracownik;zatwierdza zatwierdzić akceptacja",
    conditions="gdy kiedy jeśli jeżeli",
    filler="pamiętać pamiętaj uwaga ważne warto wiedzieć proszę zauważyć zaznaczyć przypomnienie przypominam "
    "przypomnijmy informacja należy_pamiętać nawiasem mówiąc notatka dodać wspomnieć dobrze oczywiście zanotować "
    "istotne dla_przypomnienia nie_zapomnij nie_zapominaj",
)
