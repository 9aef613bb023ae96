"""Korean."""

from .words import TimeWords

KOREAN = TimeWords(
    code="ko",
    months="일월 이월 삼월 사월 오월 유월,육월 칠월 팔월 구월 시월 십일월 십이월",
    weekdays="월요일 화요일 수요일 목요일 금요일 토요일 일요일",
    weekdays_alone=True,
    units="minute=분 hour=시간 day=일,날 week=주,주일,주간,일주일 weekend=주말 month=개월,달 quarter=분기 "
    "halfyear=반년 year=년,해",
    numbers="한=1 두=2 세=3 네=4 다섯=5 여섯=6 일곱=7 여덟=8 아홉=9 열=10 일=1 이=2 삼=3 사=4 오=5 육=6 칠=7 팔=8 "
    "구=9 십=10 몇=2..4",
    near="오늘=day+0 어제=day-1 그제=day-2 그저께=day-2 엊그제=day-2 내일=day+1 모레=day+2 오늘밤=night+0 "
    "어젯밤=night-1 이번주=week+0 지난주=week-1 저번주=week-1 다음주=week+1 지난주말=weekend-1 이번달=month+0 "
    "지난달=month-1 저번달=month-1 다음달=month+1 지난분기=quarter-1 올해=year+0 금년=year+0 작년=year-1 "
    "지난해=year-1 재작년=year-2 내년=year+1",
    relative="지난=-1 저번=-1 이번=0 다음=1",
    rolling="최근 지난 과거",
    ago="전",
    before_behind="전 이전",
    after_behind="후 이후 뒤",
    since_behind="이래",
    since_date_behind="부터",
    until_behind="까지",
    every="매 매주 매일 매월 매년 매달",
    when="언제 언제부터 언제까지 며칠 몇월 몇년 무슨_요일 얼마나_전",
    latest="최신 최근 마지막 요즘 얼마_전 며칠_전 지난번 저번",
    earliest="처음 첫 최초 제일_먼저 첫번째",
    questions="무엇 무엇을 무슨 어떤 어느 어디 어디서 누구 누가 왜 어떻게 뭐",
    duty="해야 반드시 항상 필요",
    any_one="매 모든 각",
    counted="포트 버전 번호 오류",
    noise="약 대략 정도",
    particles="에 에는 에서 에서는 은 는 이 가 을 를 의 까지 도 과 와 로 으로 만 엔 동안 쯤 경 인 인가요 인지 였나요 "
    "이다 에도 간 간의 동안의 중 중에",
)
