/** Words that say how one asks or on what level, not for what. */
const fillers = new Set(
  `怎么 怎样 如何 什么 为什么 为啥 咋 咋样 啥 哪里 哪些 哪个 哪种 哪家 哪 谁 几 多少 多久 多少钱 多长 的 地 得 了 吗 呢 吧 么 啊 呀 嘛 哦
  是 在 有 和 与 或 跟 及 以及 还 还是 要 想 想要 想学 我 我们 我要 我想 你 您 他 她 它 自己 大家 有人 别人 可以 可不可以 能 能不能 能够 应该 会 会不会
  学 学习 学会 学好 学点 自学 教 教教 教学 教我 课 课程 网课 视频课 直播课 录播课 公开课 教程 教材 班 培训 培训班 辅导 补习 报班 报名
  一 一门 一个 一点 一些 一下 一款 一套 推荐 请问 求 求助 求教 关于 有关 相关 零基础 0基础 没基础 基础 从零 从零开始 开始 小白 新手 初学 初学者 初级 中级 高级 入门 进阶 提升 提高 精通
  老师 给 用 把 被 让 去 来 到 从 对 向 为 为了 做 搞 弄 办 怎么办 怎么样 怎么做 好 好不好 好用 好听 好看 比较 最 很 太 更 没有 没 不 不会 不了 不到 不好 不来 不懂 总是 老是 也 就 都 又 再 才
  适合 需要 必备 技巧 方法 技术 软件 工具 知识 资料 干货 攻略 指南 经验 心得 详解 讲解 解析 大全 合集 全套 实战 实操 案例 视频教程 思路 流程 步骤 过程 快速 速成 简单 容易 有趣 专业 系统 框架 语言
  大人 成人 孩子 小孩 小朋友 女生 男生 上班族 在职 业余 爱好 兴趣 一对一 免费 付费 线上 在线 便宜 靠谱 时候 时间 东西 问题 事情 有哪些 有没有 是什么 什么是 吗`.split(
    /\s+/,
  ),
)

/** The word says nothing of what is looked for, nor does any character of it. */
export function isFiller(word: string): boolean {
  return fillers.has(word) || [...word].every((char) => fillers.has(char))
}

const verbs = new Set(
  '画拍写唱加剪听弹录调修打练找开卖买看读换应建搭接赚挣改拉吹编跳讲说走选配发考当转跑上下出入里外中前后大小新老多个张本首算填交报签起取列定租送收退印刷装配染涂描刻折缝抠切拼导存删传载连拆组记背念吃喝玩穿带问答谈聊催省花投推',
)

/** A single character that says what somebody does with a thing; beside the thing it can be left out. */
export function isVerb(char: string): boolean {
  return verbs.has(char)
}
