"""Japanese."""

from .words import TimeWords

JAPANESE = TimeWords(
    code="ja",
    is_unspaced=True,
    months="一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月",
    weekdays="月曜日,月曜 火曜日,火曜 水曜日,水曜 木曜日,木曜 金曜日,金曜 土曜日,土曜 日曜日,日曜",
    weekdays_alone=True,
    units="minute=分,分間 hour=時間 day=日,日間 week=週間,週 weekend=週末 "
    "month=か月,ヶ月,ケ月,カ月,箇月,か月間,ヶ月間 quarter=四半期 halfyear=半年,半年間 year=年,年間",
    numbers="一=1 二=2 三=3 四=4 五=5 六=6 七=7 八=8 九=9 十=10 数=2..5",
    near="今日=day+0 本日=day+0 昨日=day-1 きのう=day-1 一昨日=day-2 おととい=day-2 明日=day+1 あした=day+1 "
    "明後日=day+2 今朝=day+0 今夜=night+0 昨夜=night-1 昨晩=night-1 ゆうべ=night-1 今週=week+0 先週=week-1 "
    "先々週=week-2 来週=week+1 今週末=weekend+0 先週末=weekend-1 今月=month+0 先月=month-1 先々月=month-2 "
    "来月=month+1 今四半期=quarter+0 前四半期=quarter-1 今年=year+0 去年=year-1 昨年=year-1 一昨年=year-2 "
    "おととし=year-2 来年=year+1",
    relative="この=0 前の=-1 次の=1",
    rolling="過去 ここ 最近 直近 この",
    ago="前 まえ",
    within="に",
    before_behind="の前 のまえ より前 以前 する前 した前",
    after_behind="の後 のあと 後に 後で 後は 後の あとに あとで より後",
    since_behind="以来 以降 以後",
    before_date_behind="前",
    after_date_behind="後",
    since_date_behind="から",
    until_date_behind="まで",
    every="毎 毎週 毎月 毎日 毎年 毎朝 毎晩",
    when="いつ いつから いつまで いつ頃 いつごろ 何日 何月 何年 何曜日 何時 どのくらい前 どれくらい前 どのくらいまえ "
    "いつ以来",
    latest="最新 最近 直近 最後 前回 先日 このあいだ この間",
    earliest="最初 初めて はじめて 初回 最古 当初",
    questions="どの どこ 何 なに 誰 だれ なぜ どう",
    duty="べき 必ず なければ 必要",
    any_one="毎 各",
    counted="ポート",
    idioms="前端 後端 いつも いつでも いつか 名前 午前 午後 今後 背後 その後 前後 何時間 何日間 何年間 日本 自分 十分",
    noise="の 約 およそ ちょうど ほぼ",
)
