"""Chinese, in the simplified script (the traditional one for the commonest words)."""

from .words import TimeWords

_WEEKS = {
    "上周": -1, "上星期": -1, "上个星期": -1, "上礼拜": -1, "上週": -1, "上上周": -2, "本周": 0, "这周": 0,
    "这星期": 0, "这个星期": 0, "本週": 0, "下周": 1, "下星期": 1, "下个星期": 1, "下礼拜": 1, "下週": 1,
}  # fmt: skip
_DAYS = {"一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "日": 7, "天": 7}
_NEAR_WEEKS = " ".join(f"{week}=week{offset:+d}" for week, offset in _WEEKS.items())
_NEAR_DAYS = " ".join(
    f"{week}{name}=week{offset:+d}/{number}" for week, offset in _WEEKS.items() for name, number in _DAYS.items()
)
_WEEKDAYS = " ".join(
    ",".join(f"{week}{name}" for week in ("周", "星期", "礼拜", "週") for name in names)
    for names in ("一", "二", "三", "四", "五", "六", "日天")
)

CHINESE = TimeWords(
    code="zh",
    is_unspaced=True,
    months="一月,一月份,元月 二月,二月份 三月,三月份 四月,四月份 五月,五月份 六月,六月份 七月,七月份 八月,八月份 "
    "九月,九月份 十月,十月份 十一月,十一月份 十二月,十二月份",
    weekdays=_WEEKDAYS,
    weekdays_alone=True,
    units="minute=分钟,分鐘 hour=小时,个小时,小時,个钟头 day=天,日 week=周,星期,个星期,礼拜,个礼拜,週,個星期 "
    "weekend=周末,週末 month=个月,個月 quarter=季度,个季度 halfyear=半年 year=年",
    numbers="一=1 两=2 兩=2 二=2 三=3 四=4 五=5 六=6 七=7 八=8 九=9 十=10 十一=11 十二=12 十五=15 二十=20 三十=30 "
    "几=2..4 幾=2..4 数=2..5 好几=3..7",
    near="今天=day+0 今日=day+0 今早=day+0 昨天=day-1 昨日=day-1 前天=day-2 大前天=day-3 明天=day+1 明日=day+1 "
    "后天=day+2 昨晚=night-1 今晚=night+0 上周末=weekend-1 这周末=weekend+0 本月=month+0 这个月=month+0 "
    "上个月=month-1 上月=month-1 上上个月=month-2 下个月=month+1 下月=month+1 上個月=month-1 這個月=month+0 "
    "本季度=quarter+0 上季度=quarter-1 上个季度=quarter-1 今年=year+0 去年=year-1 前年=year-2 明年=year+1 "
    f"{_NEAR_WEEKS} {_NEAR_DAYS}",
    relative="上=-1 上个=-1 上一个=-1 这=0 这个=0 本=0 下=1 下个=1",
    rolling="最近 最近的 过去 过去的 过去这 近 這 这",
    ago="前 以前 之前",
    since="自从 自從",
    since_date="从 自 從",
    until_date="到 直到 截至 截止",
    to="到 至",
    within="在 于",
    before_behind="之前 以前",
    after_behind="之后 以后 之後 以後",
    since_behind="以来 以來",
    until_behind="为止",
    before_date_behind="前",
    after_date_behind="后 後",
    since_date_behind="起",
    every="每 每个 每周 每天 每月 每年 每逢",
    when="什么时候 什麼時候 何时 何時 几时 多久以前 多久之前 多久了 哪天 哪一天 哪年 哪一年 哪个月 几号 几月 "
    "什么时间 什么日期",
    latest="最新 最近 最近一次 最后 最后一次 上次 上一次 前几天 近来 不久前 刚刚",
    earliest="第一次 最早 最初 首次 起初 最先",
    questions="什么 哪 哪个 哪些 谁 怎么 为什么 如何 多少",
    duty="必须 应该 需要 一定 总是 应当",
    any_one="每次 每个 任何",
    counted="端口 问题 错误 版本 编号 第",
    idioms="前端 后端 目前 当前 提前 后来 日前 然后 以后再 背后 前后 今后 日志 天气 过去了",
    noise="的 大约 大概 约 差不多",
)
