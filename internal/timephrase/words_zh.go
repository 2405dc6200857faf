package timephrase

// chineseWords returns the words of Chinese phrases, the function words of Chinese, and words that contain characters of
// a phrase but mean something else, such as 日期 and 前端.
func chineseWords() []row {
	return []row{
		{class: relative, unit: day, value: 0, words: "今天 今日"},
		{class: relative, unit: day, value: -1, words: "昨天 昨日"},
		{class: relative, unit: day, value: -2, words: "前天"},
		{class: relative, unit: day, value: -3, words: "大前天"},
		{class: relative, unit: day, value: 0, part: morning, words: "今早 今晨"},
		{class: relative, unit: day, value: 0, part: evening, words: "今晚"},
		{class: relative, unit: day, value: -1, part: evening, words: "昨晚"},
		{class: relative, unit: day, value: -1, part: night, words: "昨夜"},
		{class: relative, unit: day, value: -2, part: evening, words: "前晚"},
		{class: relative, unit: week, value: 0, words: "这周 本周 这个星期 这星期 本星期 这个礼拜 这礼拜"},
		{class: relative, unit: week, value: -1, words: "上周 上个星期 上星期 上个礼拜 上礼拜 上一周 上个周"},
		{class: relative, unit: week, value: -2, words: "上上周 上上个星期 上上星期 上上个礼拜"},
		{class: relative, unit: weekend, value: 0, words: "这周末 本周末 这个周末"},
		{class: relative, unit: weekend, value: -1, words: "上周末 上个周末"},
		{class: relative, unit: month, value: 0, words: "这个月 本月"},
		{class: relative, unit: month, value: -1, words: "上个月 上月"},
		{class: relative, unit: month, value: -2, words: "上上个月 上上月"},
		{class: relative, unit: quarter, value: 0, words: "这个季度 本季度"},
		{class: relative, unit: quarter, value: -1, words: "上个季度 上季度 上一季度"},
		{class: relative, unit: year, value: 0, words: "今年 本年 本年度 今年度"},
		{class: relative, unit: year, value: -1, words: "去年 上一年"},
		{class: relative, unit: year, value: -2, words: "前年"},
		{class: relative, unit: year, value: -3, words: "大前年"},
		{class: quarterOf, value: 1, words: "第一季度 一季度, 第二季度 二季度, 第三季度 三季度, 第四季度 四季度"},
		{class: digit, value: 0, words: "〇 零, 一, 二 两, 三, 四, 五, 六, 七, 八, 九, 十"},
		{class: severalOf, words: "几 数"},
		{class: half, words: "半"},
		{class: halfOf, value: 1, words: "上半年, 下半年"},
		{class: unitName, unit: minute, words: "分钟"},
		{class: unitName, unit: hour, words: "小时 钟头"},
		{class: unitName, unit: day, words: "天"},
		{class: unitName, unit: week, words: "周 星期 礼拜"},
		{class: unitName, unit: weekend, words: "周末"},
		{class: unitName, unit: month, words: "月 月份"},
		{class: unitName, unit: quarter, words: "季度"},
		{class: unitName, unit: year, words: "年 年度"},
		{class: dayWord, value: 7, words: "日"},
		{class: dayWord, words: "号"},
		{class: thisOf, words: "这"},
		{class: nextOf, words: "下周 下个星期 下星期 下个礼拜 下礼拜 下个月 下月 下周末 下个周末 下个季度 下季度 下下周 下下个月"},
		{class: futureDay, words: "明天 明日 明年 后天 大后天 后年 明早 明晚 将来 未来"},
		{class: everyOf, words: "每 每个 每天 每周 每月 每年 每逢 逢 每一 每一个 第"},
		{class: agoWord, words: "前 以前 之前"},
		{class: suffixAfter, words: "之后 以后 后"},
		{class: suffixSince, value: 1, words: "以来"},
		{class: suffixSince, words: "起 开始"},
		{class: fromWord, words: "从 自 自从"},
		{class: toWord, words: "到 至"},
		{class: upTo, words: "截至 截止到 直到 截止"},
		{class: untilWord, words: "为止"},
		{class: andWord, words: "和 与 跟 及 或 或者 还是"},
		{class: betweenWord, words: "之间"},
		{class: recent, value: recentDays, words: "最近"},
		{class: recent, words: "过去 近 最近的 过去的"},
		{class: nowWord, words: "现在 目前 今"},
		{class: ordinal, words: "最后 第一 第二 第三 第四 第五 头 首"},
		{class: together, words: "一起"},
		{class: ofWord, words: "的"},
		{class: preposition, value: onDay | inMonth, words: "在 于"},
		{class: partName, part: morning, words: "早上 上午 早晨 清晨"},
		{class: partName, part: noon, words: "中午"},
		{class: partName, part: afternoon, words: "下午"},
		{class: partName, part: evening, words: "晚上 傍晚 晚"},
		{class: partName, part: night, words: "夜里 夜晚 半夜 深夜 夜间"},
		{class: partName, part: smallHours, words: "凌晨"},
		{class: edgeName, value: int(beginning), words: "初 上旬"},
		{class: edgeName, value: int(middle), words: "中旬"},
		{class: edgeName, value: int(end), words: "底 末 下旬"},
		{class: measure, value: 1, words: "个"},
		{class: measure, words: "次 一次 二次 名 位 篇 件 项 条 点 种 份 本书 块 台 倍 轮 版 层 楼 线 路 组 步 章 节 集 届 期"},
		{class: comparing, words: "比 比起 相比 不是"},
		{flags: inexact, words: "超过 不到 至少 不足 多"},
		{class: versionWord, words: "版本"},
		{flags: intent, words: "将要 即将 必须 到期 打算 要交 要做 需要 要完成 应该 要开 会有"},
		{flags: plan, words: "安排 计划 日程 想 想要"},
		{flags: past, words: "了 过 发生 做了 干了 出了 发生了 发生过 做过 干过"},
		{flags: moving, words: "改到 推迟 延期 挪到 改期 移到 推到 提前到"},
		{words: chineseOtherWords},
		{flags: failing, words: "失败 出错 出问题"},
		{flags: working, words: "成功 顺利"},
		{flags: fnChinese, words: chineseFunctionWords},
	}
}

// chineseOtherWords keep their characters from being read: the reader takes the longest word that it knows.
const chineseOtherWords = `
	日期 日本 日志 日常 日报 日语 日子 日记 日前 日后 日元 日出 日落 日光 日均 日活 号码 号召 号称
	星期几 礼拜堂
	月球 月亮 月饼 月薪 月光 月票 月台 月经 月租 月刊 月报 月供 月均 月活 年轻 年级 年龄 年会 年报 年薪 年代 年费 年假 年糕 年货
	天气 天空 天才 天使 天真 天然 天下 天文 天线 天地
	前端 前面 前后 前台 前景 前提 前进 前途 前沿 前往 前锋 前缀 前置 前者 前任 前言 前期
	后端 后面 后台 后来 后果 后续 后缀 后者 后期 后退 后门 后悔 今后 然后 背后
	一样 一些 一次 一直 一共 一般 一定 一下 一半 一部分 一方面 一旦 一切 一边 一点 一致 统一 唯一 万一 之一
	十足 三角 三明治 四川 五金 六神 七夕 八卦 九寨沟 二手 二维码 二进制 二月河 三方 第三方
	网上 线上 以上 马上 路上 会上 车上 世上 身上 手上 上海 上线 上班 上传 上面 上次 上司 上市 上网 上课 上学 加上 基本上 事实上 实际上
	板上 纸上 床上 桌上 楼上 机上 街上 晚上好 早上好 早安 晚会 晚饭 晚餐 早餐 早饭 午饭 上限 上游 上级 上升 上下 上下文 上报 上门 上述 上手
	下面 下载 下次 下班 下线 下单 下午茶 一下子 以下 如下 之下 线下 几乎 几何 多少 数据 数据库 数字 数量 数学 数组 参数 函数 次数
	本地 本身 本来 本质 版本号 脚本 文本 样本 成本 基本 本人 本科 副本 根本 剧本 课本 笔记本
	到底 彻底 底层 底部 海底 底线 初始 初始化 最初 初步 初级 当初 末尾 期末 始末 这样 这里 这种 这些 这次 这么 这边
	自动 自己 自然 自由 自定义 各自 来自 自身 自信 起来 一起来 对不起 引起 起点 起诉 起因 从来 从而 从事 服从
	到达 得到 遇到 收到 看到 找到 提到 感到 做到 听到 见到 想到 达到 拿到 回到 迟到 直到现在 甚至 至于 以至 导致 夏至 冬至
	半导体 半径 一半 大半 如今 现今 失去 出去 回去 进去 上去 下去 离去 除去 当前 提前 面前 跟前 先前 空前 史前 从前 生前
	近似 附近 近况 接近 靠近 近视 过去式 过去时 过去分词 号线 号楼 号房 号门 号店
`

const chineseFunctionWords = `
	我 我们 咱们 你 你们 您 他 他们 她 她们 它 它们 大家 自己 谁 什么 啥 哪 哪些 哪个 哪里 哪儿 怎么 怎样 怎么样 如何 为什么 为何 几 多少
	做 干 做了 干了 发生 发生了 发生过 出 出了 有 没有 没 有没有 是 是不是 不 的 地 得 了 着 过 过的 吗 呢 吧 啊 呀 嘛
	在 于 和 与 跟 及 把 被 对 对于 关于 从 到 里 中 内 间 上 下 时 时候 那 那天 那个 那时 这 这个 这些 那些 些 事 事情 事儿 东西 情况
	都 也 还 又 就 才 只 请 请问 告诉 告诉我 说说 列出 给 让 会 能 可以 要 想 知道 记得 一下 所有 全部 哪天 期间 一共 过哪些 过什么
`
