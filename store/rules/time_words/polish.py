"""Polish."""

from ..languages.polish import POLISH as CLAIMS
from .words import TimeWords, with_forms

POLISH = TimeWords(
    code="pl",
    months=with_forms(
        CLAIMS.months,
        "styczniem lutym marcem kwietniem majem czerwcem lipcem sierpniem wrześniem październikiem listopadem grudniem",
    ),
    month_homonyms="maja",
    weekdays="poniedziałek,poniedziałku,poniedziałkiem wtorek,wtorku,wtorkiem środa,środę,środy,środą "
    "czwartek,czwartku,czwartkiem piątek,piątku,piątkiem sobota,sobotę,soboty,sobotą niedziela,niedzielę,niedzielą",
    units="minute=minuta,minutę,minuty,minut+ hour=godzina,godzinę,godziny,godzin+ night=noc,nocy "
    "day=dzień,dnia,dniu,dni+,doba,dobę week=tydzień,tygodnia,tygodniu,tygodniem,tygodnie+,tygodni+ "
    "weekend=weekend,weekendu month=miesiąc,miesiąca,miesiącu,miesiącem,miesiące+,miesięcy+ "
    "quarter=kwartał,kwartału,kwartale halfyear=pół_roku,półrocze,półroczu year=rok,roku,rokiem,lata+,lat+,latach+ "
    "decade=dekada,dekady",
    numbers="jeden=1 jedna=1 jedną=1 dwa=2 dwie=2 dwóch=2 dwoma=2 trzy=3 trzech=3 cztery=4 czterech=4 pięć=5 "
    "pięciu=5 sześć=6 siedem=7 osiem=8 dziewięć=9 dziesięć=10 jedenaście=11 dwanaście=12 piętnaście=15 "
    "dwadzieścia=20 trzydzieści=30 parę=2..4 paru=2..4 kilka=2..5 kilku=2..5 kilkoma=2..5",
    near="dziś=day+0 dzisiaj=day+0 dzisiejszy=day+0 dzisiejsze=day+0 dzisiejszego=day+0 wczoraj=day-1 "
    "wczorajszy=day-1 wczorajsza=day-1 wczorajsze=day-1 wczorajszego=day-1 wczorajszej=day-1 przedwczoraj=day-2 "
    "jutro=day+1 pojutrze=day+2 wczoraj_wieczorem=night-1",
    relative="zeszły=-1 zeszłego=-1 zeszłym=-1 zeszłej=-1 zeszłą=-1 zeszła=-1 zeszłe=-1 ubiegły=-1 ubiegłego=-1 "
    "ubiegłym=-1 ubiegłej=-1 ubiegłą=-1 poprzedni=-1 poprzedniego=-1 poprzednim=-1 poprzedniej=-1 poprzednią=-1 "
    "miniony=-1 minionego=-1 minionym=-1 ten=0 tego=0 tym=0 tej=0 tę=0 bieżący=0 bieżącego=0 bieżącym=0 przyszły=1 "
    "przyszłego=1 przyszłym=1 przyszłej=1 przyszłą=1 następny=1 następnego=1 następnym=1 następnej=1",
    rolling="ostatni ostatnie ostatnich ostatnim ostatnia ostatniej ostatniego ostatnią minionych",
    ago="temu",
    before="przed zanim",
    after="po po_tym_jak",
    since="od_czasu odkąd od_momentu",
    until="dopóki aż_do",
    since_date="od począwszy_od",
    until_date="do",
    between="między pomiędzy",
    ends="a i",
    range_from="od z",
    to="do",
    within="w we z ze na podczas początku końcu połowie początek koniec za",
    every="każdy każdą każdego każdej każde co",
    when="jak_dawno od_kiedy do_kiedy od_jak_dawna którego_dnia którym_roku którym_miesiącu jaka_data jakim_dniu",
    maybe_when="kiedy",
    auxiliaries="był była było będzie jest są były",
    asks="wiesz wie pamiętasz powiedz przypomnij dokładnie i",
    latest="najnowszy najnowsza najnowsze najnowszego ostatni ostatnia ostatnie ostatnich ostatniego ostatniej "
    "ostatnio niedawno",
    earliest="pierwszy pierwsza pierwsze pierwszego pierwszej pierwszą najwcześniejszy najwcześniejsza początkowo "
    "pierwotnie",
    questions="jaki jaka jakie jaką jakiej jakich który która które którą co kto kogo czyj gdzie dlaczego jak ile",
    duty="trzeba należy musi muszą musimy powinien powinna powinno zawsze",
    any_one="każdym każdą każdej jakimkolwiek",
    counted="port porcie linia strona błąd wersja wersji ticket numer nr pokój krok serwer",
    idioms="po_polsku po_angielsku po_prostu po_kolei po_co po_pierwsze w_pierwszej_kolejności przede_wszystkim",
    noise="około prawie mniej_więcej",
    shared="ten tego po lat",
)
