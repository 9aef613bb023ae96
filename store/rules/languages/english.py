"""English."""

from .language import Language

ENGLISH = Language(
    code="en",
    stemmer="english",
    articles="the this that these those its their his her our my your",
    one="a an",
    light="as_well in_addition additionally moreover furthermore "
    "somebody someone something last_year last_month last_week last_winter last_summer last_spring last_autumn "
    "is_used_to are_used_to incidentally works_with work_with works_without work_without used_up there it he she they "
    "we you i also too currently now presently already still simply just really actually so then such which who whom "
    "what where etc own and or but do does did use-case get gets got getting stay stays stayed remain remains "
    "keep_being  altogether overall generally basically usual time times done made any whole entire up out here very "
    "each_other one_another "
    "quite 's s receive receives received st nd rd th",
    be="is are was were be been being am has have had having will would shall 're 've 'm is_located are_located "
    "is_situated are_situated be_found take_place takes_place took_place happens happen occurs occur",
    have="has have had",
    must="must should ought_to has_to have_to had_to needs_to need_to shall required requires require requiring need "
    "needs needed "
    "necessary",
    may="can could may might able_to is_able_to are_able_to allowed_to is_allowed_to are_allowed_to",
    prepositions="of in on at to from by with into onto over via through under within behind before after "
    "above below inside outside as between among about during per against across near beside towards throughout "
    "along around upon than",
    places="next_to close_to opposite in_front_of on_top_of in on at under behind beside inside from near",
    for_whom="for",
    since="since as_of starting from_now_on effective",
    agent="by due_to owing_to",
    negations="not no never n't cannot nobody none nothing nowhere neither nor hardly no_one",
    no_longer="no_longer no_more any_more anymore any_longer not_anymore",
    there="there exists exist",
    without="without works_without work_without lacks lacking",
    every="all every each any both",
    everyone="everyone everybody anyone anybody all_users",
    only="only exclusively solely nothing_but sole exclusive reserved_for restricted_to limited_to",
    additive="also too as_well besides besides_that in_addition additionally moreover furthermore likewise another",
    ordinals="first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth last final",
    past_forms=r"(?!need|embed|seed|feed|speed|exceed|proceed)\w{2,}ed",
    happened="met broke fell rose saw came went took sent held lost won gave found told spoke wrote ran began threw "
    "got hung",
    dated="born scheduled planned due held signed takes_place took_place dates dated",
    ways="in_front_of | behind;over on_top_of | under;beside next_to near close_to;between;opposite;around",
    clock="noon=12:00 midday=12:00 midnight=0:00",
    quits="stopped stop stops ceased ceases quit quits",
    always="always permanently constantly invariably fixed",
    past="was were had did used_to been_used_to formerly previously",
    future="will shall going_to",
    persons="i me my mine | you your yours | he him his | she her hers | we us our ours",
    directions="from | to into onto;in | out;up | down;and | or;with | against;until | since",
    numbers="zero=0 one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 "
    "thirteen=13 fourteen=14 fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19 twenty=20 thirty=30 forty=40 "
    "fifty=50 sixty=60 seventy=70 eighty=80 ninety=90 hundred=100 thousand=1000 million=1000000 dozen=12 half=0.5 "
    "first=1 second=2 third=3 fourth=4 fifth=5 sixth=6 seventh=7 eighth=8 ninth=9 tenth=10 eleventh=11 twelfth=12 "
    "thirteenth=13 fourteenth=14 fifteenth=15 sixteenth=16 seventeenth=17 eighteenth=18 nineteenth=19 twentieth=20 "
    "thirtieth=30 once=1 twice=2 thrice=3 double=2 triple=3 couple=2 ground=0 last=-1 final=-1",
    units="second=s seconds=s sec=s secs=s minute=min minutes=min mins=min hour=h hours=h hrs=h day=d days=d week=w "
    "weeks=w month=mo months=mo year=y years=y millisecond=ms milliseconds=ms percent=% per_cent=% kilobytes=kb "
    "megabyte=mb megabytes=mb gigabyte=gb gigabytes=gb terabytes=tb byte=b bytes=b characters=ch character=ch "
    "chars=ch dollars=usd euros=eur euro=eur metres=m meters=m kilometres=km kilometers=km decades=10y fortnight=14d "
    "weekdays=wd nights=d quarters=3mo am=am pm=pm a.m=am p.m=pm",
    rates="hourly=h every_hour=h each_hour=h daily=d every_day=d each_day=d nightly=n every_night=n each_night=n "
    "weekly=w every_week=w each_week=w monthly=mo every_month=mo each_month=mo quarterly=q every_quarter=q yearly=y "
    "annually=y every_year=y each_year=y biweekly=2w fortnightly=2w "
    "every_other_week=2w every_second_week=2w every_two_weeks=2w every_other_day=2d every_second_day=2d "
    "every_morning=am every_evening=pm",
    months="january february march april may june july august september october november december",
    weekdays="monday,mondays tuesday,tuesdays wednesday,wednesdays thursday,thursdays friday,fridays "
    "saturday,saturdays sunday,sundays",
    opposed="upstream upstream_of | downstream downstream_of;newest latest most_recent | oldest earliest;inside "
    "within | outside;free free_of_charge | costs_extra costs have_to_pay has_to_pay must_pay;enabled on$ enable "
    "enables on_by_default turned_on switched_on activated active activate | disabled disable disables off "
    "off_by_default turned_off switched_off deactivated inactive deactivate;before prior_to ahead_of | after;allowed "
    "possible permitted allow allows permit permits accepted accepts accept | forbidden impossible blocked "
    "prohibited banned forbid forbids disallowed denied deny denies rejected rejects reject refused refuses;public | "
    "private internal confidential secret;in_progress under_way underway ongoing pending unfinished incomplete | "
    "finished finish completed complete;mandatory compulsory obligatory | optional voluntary;manual manually by_hand "
    "| automatic automatically automated;synchronous synchronously sync | asynchronous asynchronously "
    "async;ascending oldest_first | descending newest_first;horizontal horizontally | vertical vertically;open "
    "opened | closed close restricted;locked | unlocked;left | right;top | bottom;above | below;upper | "
    "lower;minimum least or_more | maximum most or_less or_fewer;parallel in_parallel concurrently | sequential "
    "sequentially serially one_after_another;hot | cold;fast quickly quick | slow slowly;cheap | expensive;safe "
    "secure | unsafe insecure;local locally | remote remotely;visible shown shows show | invisible hidden hides "
    "hide;increased increases rising rises rise rose risen grew grows | decreased decreases falling falls fall fell "
    "fallen shrank declined declines shrinks;present | absent;succeeds succeeded passes passed | fails failed "
    "failing broken;online | offline;immutable | mutable;read-only | read-write writable;dark | "
    "light-coloured;inclusive included includes | excluded excludes;light | heavy;short | long;small | large "
    "big;early | late;likes loves enjoys | dislikes hates;opt-in opted_in opts_in | opt-out opted_out "
    "opts_out;cheapest | most_expensive;beginner novice | expert;soft | hard;flat | nested;ordered | "
    "unordered;blocking | non-blocking;monolith monolithic | microservices;majority | minority;full-time | "
    "part-time;push | pull;relative | absolute;strict | lenient;stateless | stateful;signed-in | "
    "signed-out;lowercase | uppercase;encrypted | plaintext plain_text;true | false;yes | nope;tabs | "
    "spaces;single-quotes | double-quotes;snake_case snake-case | camelCase camelcase;rebase rebased rebasing | "
    "merge-commits;merged | squashed;up | down;won | lost;started | stopped;increase | decrease;free | "
    "paid;beginning start | end;new | old;temporary temporarily | permanent;one-way | two-way;static statically | "
    "dynamic dynamically;single_quotes single-quoted | double_quotes double-quoted;over# above# beyond# more_than "
    "exceeding | under# below# less_than fewer_than;in_advance upfront prepaid beforehand | in_arrears "
    "afterwards;overwrites overwrite replaces | keeps_existing;eagerly eager | lazily lazy;forgets | "
    "remembers;incoming inbound | outgoing outbound;indoor indoors | outdoor outdoors;domestic | foreign;full-time "
    "full_time | part-time part_time;urban | rural;warm | cool;wet | dry;even | odd;success | failure;anonymous "
    "anonymously | named by_name;bundled | separate separately;mutually | individually;gradual gradually | at_once "
    "immediately;shared | exclusive dedicated;single-tenant | multi-tenant;client-side | server-side;on-premises "
    "on-prem on_premises | in_the_cloud;in-house in_house internally | outsourced externally;batch batched | "
    "streaming real-time real_time;stable | experimental;signed | unsigned;whitelist allowlist whitelisted "
    "allowlisted | blacklist blocklist blacklisted blocklisted;grant grants granted | revoke revokes revoked;real | "
    "synthetic mocked fake dummy;full | partial incremental empty;in_memory | on_disk;persistent | ephemeral "
    "transient volatile;central centralised centralized centrally | distributed decentralised "
    "decentralized;optimistic | pessimistic;leading | trailing;explicit explicitly | implicit implicitly;formal "
    "formally | informal informally casual;metric | imperial;portrait | landscape;wired | wireless;red | green | "
    "blue | yellow | orange | purple | black | white | grey gray | pink | brown;high highest | low lowest | "
    "medium;good | bad poor;easy | difficult;simple | complex complicated;strong | weak;clean | dirty;thin | "
    "thick;wide | narrow;deep | shallow;loud | silent;busy | idle;alive | dead;often frequently regularly | rarely "
    "seldom;earlier | later;on-site onsite in_person in_the_office | from_home;electronically electronic digitally "
    "digital | on_paper printed;clockwise | counterclockwise anticlockwise;weekdays_only | "
    "weekends_only;ahead_of_schedule | behind_schedule delayed;on_time | overdue;understaffed | overstaffed;vacant | "
    "occupied;installed | uninstalled;attached mounted | detached unmounted;connected | disconnected;case-sensitive "
    "case_sensitive | case-insensitive case_insensitive;nullable | non-null;singular | plural;winter | summer;fresh "
    "| stale;hired | fired;resolved | unresolved;rounded_up | rounded_down;most_recent_first newest-first | "
    "oldest-first;mandatory_for_all | for_volunteers",
    bound="minimum",
    up_to="up_to limited_to restricted_to capped_at",
    than="than",
    lesser="less fewer shorter smaller lower earlier younger",
    exceed="exceed exceeds",
    optional="optional voluntary",
    weak="set_to use uses used using make makes made cause causes caused period duration length_of because go goes "
    "come comes take takes give gives want wants",
    moved="moved migrated switched relocated",
    choices="tabs spaces newest oldest optimistic pessimistic",
    many="support supports supported tested test-run compatible integrates integrate such_as among known_for "
    "exported available_in available_on available_as log_in sign_in works_with work_with accepts_payment readable_on "
    "certified_for runs_on_any interested one_of some several various examples example worked has_worked",
    uses="speak speaks speaking include includes including contain contains exports export imports import offer "
    "offers provide provides know knows handle handles covers cover mentions likes enjoys attended visited member "
    "translated consists use uses used using depend depends depended rely relies works_on call calls call_ need_lib "
    "avoid avoids send sends subscribe subscribes exposes emits collects tracks sets raises throws triggers reviews "
    "allergic watches monitors follows owns wrote writes written_by publish publishes sells",
    single="lie lies live lives living lived located stored stores store kept sits sit resides reside hosted hosts "
    "runs run running saved listens listen lands land belongs belong set_to maintained owned led leads lead managed "
    "manages scheduled planned named called is_called defaults default_to points point prefers prefer favours "
    "responsible based works_from work_from works_permanently ends end goes_to go_to starts_with start_with "
    "begins_with ends_with expires expire stands chaired headed assigned born served takes_place placed falls "
    "uses_only moved reports_to report_to deployed written implemented built delivered routed redirected linked bound "
    "mounted pinned capped limited parked synced copied uploaded forwarded is_found are_found",
    ranks="default favourite favorite preferred primary main official canonical",
    functional="default favourite favorite preferred primary main name owner lead leader head address email colour "
    "color branch format language timezone time_zone level mode theme port host hostname license licence url path "
    "location capital currency chair chairman director manager maintainer entry_point deadline title version provider "
    "editor shell engine platform responsible successor status birthday employer source_of_truth first_choice contact "
    "sponsor president secretary mayor captain coach principal boss mentor landlord headquarters motto slogan mascot "
    "nickname predecessor spokesperson",
    ended="been_fixed was_fixed were_fixed is_fixed are_fixed been_solved was_solved resolved been_repaired "
    "was_repaired reverted rolled_back been_undone was_undone shut_down been_shut_down switched_off turned_off "
    "discontinued retired decommissioned archived taken_offline removed abandoned deprecated cancelled canceled "
    "dissolved closed_down shuttered torn_down abolished scrapped phased_out taken_down dropped deleted withdrawn "
    "ended left_the_company suspended died passed_away resigned left expired stopped paused halted defunct gone "
    "replaced obsolete "
    "was_closed were_closed been_closed sunsetted been_sunset was_sunset",
    history="written implemented introduced built founded designed created developed named rewritten started began "
    "launched invented",
    holders="lead leads leader owner owns head heads manager manages maintainer maintains chair chairs responsible "
    "director administrator on-call mentors coordinates coordinator supervises supervisor oversees heads represents "
    "deputy captain president ceo cto treasurer scrum_master product_owner product_manager tech_lead runs_the chief "
    "editor-in-chief successor",
    scopes="staging production prod dev development test testing sandbox preview live local qa canary nightly "
    "internal external frontend backend mobile desktop web ios android windows linux macos europe asia america us eu "
    "uk client server free paid premium admin admins guest guests editor editors user users customer customers chrome "
    "firefox safari weekdays weekends weekend weekday night day read write incoming outgoing inbound outbound english "
    "german french spanish italian swedish dutch hungarian chinese japanese polish russian portuguese norwegian "
    "danish finnish arabic turkish korean czech",
    synonyms="delete deletes deleted remove removes removed erase erased purge purged;keep keeps kept store stores "
    "stored retain retains retained retention save saved hold held;approve approves approved approval sign_off "
    "signed_off "
    "signs_off;begin begins start starts started;buy buys purchase purchases bought;repair fix fixes fixed;allow "
    "allows permit permits;show shows display displays;holiday holidays vacation;fast quick;big large huge;small "
    "little tiny;build builds built;employee employees staff;error errors failure failures;customer customers "
    "client_company;finish finishes finished complete completes completed;check checks verify verifies;make create "
    "creates created generate generates generated;send sends ship ships;documentation docs doc document documents "
    "documented;application app apps "
    "applications;repository repo repos repositories;configuration config configs configurations;database db "
    "databases dbs;kubernetes k8s;environment env environments;variable variables var vars;password passwords "
    "pwd;credential "
    "credentials creds;certificate certificates cert certs;package packages pkg pkgs;notification notifications notifs;"
    "connection connections conn;identifier identifiers id ids;performance perf;integration integrations;"
    "maintain maintains maintained maintenance looks_after look_after looked_after looking_after "
    "takes_care_of take_care_of taking_care_of "
    "taken_care_of;own owns owned owner responsible in_charge_of responsibility;notify notifies notified inform "
    "informs informed;answer answers answered respond responds responded reply replies replied response;"
    "talk talks communicate communicates communication;replace replaces replaced supersede supersedes superseded;"
    "change changes changed modify modifies modified modification modifications;"
    "e-mail e-mails email emails mail mails;bug bugs defect defects;reach reached reachable accessible;"
    "trigger triggers triggered;select selects selected pick picks picked;developer developers programmer "
    "programmers;colleague colleagues coworker coworkers;describe describes "
    "described;forbidden prohibited banned;valid_for expires_after expire_after;authentication auth;administrator "
    "administrators "
    "admin;specification spec specs;infrastructure infra;production prod;development dev;information info;statistics "
    "stats;parameter parameters param params;pull_request pull_requests pr prs;merge_request merge_requests mr mrs;"
    "continuous_integration ci;javascript js;typescript ts;postgresql postgres pg;internationalization "
    "internationalisation i18n;localization localisation l10n;accessibility a11y;operating_system os;user_interface "
    "ui;command_line command-line cli;single_sign-on single_sign_on sso;two-factor_authentication "
    "two_factor_authentication 2fa;continuous_delivery continuous_deployment cd;operations ops;organisation "
    "organization org;maximum max;minimum min;approximately approx;message messages msg msgs;directory directories "
    "dir dirs folder folders;temporary temp tmp;function functions func;argument arguments arg args;library libraries "
    "lib libs;dependency dependencies dep deps;image images img;address addr;reference references ref refs;version "
    "versions ver;telephone phone;laboratory lab;service_level_agreement sla;machine_learning ml;quality_assurance "
    "qa;virtual_machine virtual_machines vm vms;end-to-end end_to_end e2e;observability o11y;license licence;colour "
    "color;everybody everyone;via through by_means_of;prefer prefers would_rather;amount number;rollout "
    "roll-out;mandatory compulsory obligatory;"
    "needs requires;only solely exclusively nothing_but reserved_for restricted_to limited_to;every_night "
    "nightly;write writes "
    "wrote written;send sends sent;take takes "
    "took taken;give gives gave given;choose chooses chose chosen;pay pays paid;find finds found;know knows knew "
    "known;see sees saw seen;draw draws drew drawn;drive drives drove driven;break breaks broke broken;speak speaks "
    "spoke spoken;lead leads led;leave leaves left;lose loses lost;meet meets met;sell sells sold;teach teaches "
    "taught;tell tells told;win wins won;bring brings brought;catch catches caught;feed feeds fed;run runs ran "
    "running execute executes executed;make "
    "makes made;grow grows grew grown;throw throws threw thrown;sing sings sang sung;spend spends spent;lend lends "
    "lent;bind binds bound;wake wakes woke woken;rise rises rose risen;understand understands understood",
    conditions="when whenever if unless once in_case while",
    filler="note noted notice remember remind reminder reminding recall recalled important importantly worth know "
    "knowing knows please fyi mind mention mentioning mentioned should by_the_way btw heads-up keep in aware "
    "attention information info said saying say way for_the_record record bear clear clearly basically generally "
    "understand understood point add pointing helpful useful good interesting interestingly confirmed as_mentioned "
    "reference future obviously naturally of_course course per usual well known needless sure see told discussed "
    "quick friendly small recap context self do_n't_forget",
)
