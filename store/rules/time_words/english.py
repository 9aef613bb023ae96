"""English."""

from ..languages.english import ENGLISH as CLAIMS
from .words import TimeWords, with_forms

ENGLISH = TimeWords(
    code="en",
    months=with_forms(CLAIMS.months, "jan feb mar apr - jun jul aug sep,sept oct nov dec"),
    month_homonyms="march mar may april june jun july jul august jan dec sep",
    weekdays="monday tuesday wednesday thursday friday saturday sunday",
    units="minute=minute,minutes+,min,mins+ hour=hour,hours+ night=night,nights+ day=day,days+ week=week,weeks+ "
    "weekend=weekend,weekends+ month=month,months+ quarter=quarter,quarters+ halfyear=half_a_year,half_year "
    "year=year,years+ decade=decade,decades+",
    numbers="a=1 an=1 one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 "
    "fifteen=15 twenty=20 thirty=30 couple=2 couple_of=2 a_couple=2 a_couple_of=2 few=2..4 a_few=2..4 several=3..7 "
    "some=2..5",
    near="today=day+0 tonight=night+0 this_morning=day+0 this_afternoon=day+0 this_evening=day+0 yesterday=day-1 "
    "the_day_before_yesterday=day-2 day_before_yesterday=day-2 last_night=night-1 yesterday_evening=night-1 "
    "tomorrow=day+1 day_after_tomorrow=day+2 the_week_before_last=week-2 the_month_before_last=month-2 "
    "the_year_before_last=year-2 over_the_weekend=weekend-1",
    relative="last=-1 past=-1 previous=-1 this=0 current=0 next=1 coming=1 upcoming=1",
    rolling="last past recent previous",
    ago="ago earlier back",
    before="before prior_to ahead_of",
    after="after following",
    since="since ever_since",
    until="until till up_to",
    until_date="by",
    since_date="starting as_of",
    between="between",
    ends="and",
    range_from="from",
    to="to through thru until till",
    within="in on during of at for from throughout around early late mid",
    of="of",
    every="every each per",
    when="how_long_ago since_when until_when how_long_has how_long_have how_long_since how_recently what_date "
    "which_date what_day which_day what_time what_month which_month what_year which_year what_week which_week "
    "how_many_days_ago how_many_weeks_ago how_many_months_ago how_many_years_ago",
    maybe_when="when",
    auxiliaries="did do does was were is are will has have had can could should would am",
    asks="know knows remember recall me us say said ask tell check see exactly about and out",
    latest="latest newest most_recent most_recently recent recently lately last previous the_other_day other_day",
    earliest="first earliest oldest initially originally",
    questions="which what who whom whose where why how",
    duty="must should shall need needs required always",
    any_one="a an any every each you someone people",
    idioms="last_winter last_spring last_summer last_autumn last_fall looks_after look_after looking_after "
    "looked_after named_after after_all before_long at_last last_name last_names last_minute last_resort "
    "last_but_not_least to_last not_last long_lasting does_it_last will_it_last first_name first_names first_class "
    "first_of_all first_party first_aid first_place at_first_glance at_first_sight first_element first_line "
    "first_argument first_column last_column last_line last_element next_to day_to_day day_one may_be up_to_date "
    "out_of_date to_date i_may you_may we_may they_may he_may she_may it_may",
    noise="end_of the_end_of beginning_of the_beginning_of start_of the_start_of middle_of the_middle_of the about "
    "around roughly approximately nearly almost just exactly only",
    ordinals="st nd rd th",
)
