import { createHash } from 'node:crypto'
import type { Subject } from '#server/seed/data/seed-types.ts'

/** What a document must be about to answer a phrase of `search-phrases.tsv`. */
export interface SearchTopic {
  readonly subject: Subject
  readonly phrase: string
  /** Folded words; one of them stands in title, tags or lead of a document that answers. Empty when nothing does. */
  readonly any: readonly string[]
  /** Colleges to which the document must belong, where the words mean something else in another; empty: any. */
  readonly within: readonly Subject[]
  /** Works of students answer, too: a plan is an example of a plan, a picture isn't a lesson in painting. */
  readonly works: boolean
  readonly answered: boolean
  /** Why nothing in the catalogue answers it. */
  readonly reason?: string
  /** By a hash of the phrase, so that a phrase never changes sides. Search is tuned on one half only. */
  readonly half: SearchHalf
}

export type SearchHalf = 'tune' | 'held-out'

/**
 * One a line: the phrase, '=>', words parted by '；', then '@' and the colleges where the words have another sense elsewhere,
 * '+works' where works answer. '--' and a reason where nothing answers. Mapped by topic before any tuning.
 */
const lines: Readonly<Record<Subject, string>> = {
  programming: `
怎么学编程 => 零基础编程；从头写起；第一个程序；自学前端；少年信息学
零基础学python => python
想转行程序员 => 转行就业；全栈开发；零基础编程；从流水线到后端；来学写后端；小公司的程序员
后端开发 => 后端；服务端；spring boot；node.js；go 语言 @programming
前端入门 => html；从头写起；自学前端；前端一周练习；前端工程系统班
做网站 => 网页；网站；html；前端；全栈 @programming
自己做个网页 => 网页；html；自学前端；前端一周练习；前端工程系统班 @programming
小程序开发 => 微信小程序；小程序产品；跟着一个小程序走完
爬虫 => 网络数据采集；爬虫
自动化办公 => python 自动化；办公室；表格建模 @programming,business
excel自动处理 => python 自动化；表格建模；pandas；读一份表格；excel
数据分析 => 数据分析；统计直觉；文本分析；pandas
sql怎么写 => sql；mysql
数据库入门 => 数据库；sql；mysql
js => javascript
javascript教程 => javascript
vue => vue
react框架 => react
typescript => typescript
c++ -- no C++
java学习路线 => spring boot；java
golang => go 语言
算法题 => 算法；刷题；手写题；真题 @programming
数据结构 => 数据结构；链表；哈希表；线段树；树状数组；并查集；前缀树
面试刷题 => 刷题；手写题；面试题；三百道题 @programming
linux命令 => linux
服务器部署 => 部署；docker；linux @programming
docker => docker
git怎么用 => git
代码老是报错 => 报错；断点；代码门诊；调试；日志排查 @programming
机器学习 => 机器学习
人工智能入门 => 机器学习；大模型；人工智能；机器会写代码
大模型应用 => 大模型
写游戏 => 小游戏；游戏 @programming
孩子学编程 => 少年信息学；信息学竞赛；信息学
接口怎么设计 => 接口；http 协议 @programming
网络安全 => 登录与权限；网络安全 @programming
软件测试 => 测试 @programming
app开发 -- no mobile apps
程式設計 => 零基础编程；编程；从头写起；第一个程序；写代码 @programming
電腦程式入門 => 零基础编程；从头写起；第一个程序；自学前端；少年信息学 @programming
biancheng => 零基础编程；编程；从头写起；第一个程序；写代码 @programming
正则表达式看不懂 -- no regular expressions
webgl => webgl；webgpu；three.js；canvas；着色器；图形学`,
  video: `
手机拍视频 => 手机竖拍；手机拍；一部手机；手机影像；只用手机 @video
剪辑软件怎么用 => premiere；剪映；达芬奇剪辑；剪辑软件
剪映 => 剪映
pr教程 => premiere
premiere => premiere
ae特效 => 标志动画；文字动效；动态海报；解说短片；动效设计系统班；图表动画 @design
达芬奇调色 => 达芬奇；调色 @video
调色 => 调色；校色 @video
短视频怎么拍 => 手机拍；手机竖拍；一部手机；手机影像；竖屏短片；短视频；第一支短片
拍vlog => 旅行影像；手机竖拍；手机影像；一部手机；竖屏短片
视频博主 => 短视频；手机影像；商业短片接单；竖屏短片
转场 => 动作匹配；剪辑点；声音过渡；转场；叠化 @video
字幕怎么加 => 字幕与片头；字幕制作；字幕规范
配音 => 旁白；有声书；配音
收音 => 收音；挑杆；同期声；话筒 @video
打光 => 布光；打光；灯光；反光板；柔光箱；自然光 @video
灯光布置 => 布光；打光；灯光；三盏灯 @video
运镜 => 推拉摇移；跟拍步行；滑轨；长镜头；镜头运动
稳定器 -- no gimbals
分镜脚本 => 分镜 @video
写剧本 => 编导；剧本；编剧；从一句话到放映；短片创作
编剧 => 编导；剧本；编剧；从一句话到放映；短片创作
纪录片 => 纪录；纪实 @video
微电影 => 短片 @video
导演 => 编导；分镜与调度；短片创作；从一句话到放映 @video
相机参数 => 光圈；快门；感光度；曝光；焦距 @video
单反入门 => 光圈；快门；感光度；曝光；焦距；相机 @video
摄影 => 摄影；拍摄；景别；光圈；拍人像；焦距 @video
构图 => 构图；景别 @video
航拍 => 航拍
无人机 => 航拍；无人机
动画制作 => 动画；动效 @design,illustration,video
mg动画 => 解说短片；动效；标志动画；图表动画；动态海报 @design
绿幕抠像 -- no keying
婚礼跟拍 => 婚礼
产品视频 => 产品布光；产品短片；桌面广告；广告调色；静物转台；商业短片 @video
直播设备 => 直播间布光
影视后期 => 剪辑；调色；声音后期；后期；混音 @video
特效合成 -- no compositing
节奏感剪辑 => 剪辑的呼吸；卡点；踩拍；音乐与剪辑点；节奏 @video
剪輯教學 => 剪辑；剪映；premiere @video
拍片怎麼打光 => 布光；打光；灯光；反光板；柔光箱；自然光 @video
shipin jianji => 剪辑；剪映；premiere @video
采访怎么拍 => 双机位采访；采访布光；单人采访；又拍又问；采访 @video`,
  music: `
学吉他 => 民谣吉他；指弹；学吉他；吉他系统班
吉他弹唱 => 民谣吉他；吉他弹唱；弹唱与指弹；弹唱八首
指弹 => 指弹
尤克里里 => 尤克里里
ukulele => 尤克里里
钢琴自学 => 成人钢琴；爵士钢琴；键盘伴奏；键盘和声；自学器乐；分钟琴
成人学钢琴来得及吗 => 成人钢琴；爵士钢琴；键盘和声；分钟琴
电钢琴 => 成人钢琴；爵士钢琴；键盘伴奏；键盘和声；电钢
唱歌跑调 => 视唱；唱歌的呼吸；音准；跑调；听音高
怎么唱高音 => 唱歌的呼吸；唱上去；唱高音
声乐 => 唱歌；开嗓；合唱排练；唱作人
气息练习 => 唱歌的呼吸；先排呼吸；练气息；换声 @music
乐理 => 乐理；音程；五线谱；和弦转位；调式
五线谱 => 五线谱；谱号
简谱 -- no numbered notation
和弦 => 和弦；和声 @music
编曲 => 编曲
作曲 => 作曲
写歌 => 作曲；写一首；写歌；唱作人；副歌之前；副歌起势；副歌不肯来 @music
歌词怎么写 => 词与曲；歌词断句；写词；歌词怎么
录音 => 录音；录一张；录人声 @music,video
混音 => 混音
家里录歌 => 在家录；卧室录；家庭录音；自己家里录；录人声
宿主软件 -- no workstation software
logic pro -- no workstation software
电子音乐制作 => 电子音乐；合成器；采样 @music
打碟 => 电子音乐；合成器编曲；采样与拼贴
架子鼓 => 架子鼓；鼓组；鼓与贝斯；鼓手
节奏感差 => 节奏；附点；切分；复合拍；拍子 @music
视唱练耳 => 视唱；练耳；听写
听音 => 视唱；练耳；听写；音程；听音；扒和弦；耳朵训练 @music
爵士 => 爵士
即兴 => 即兴
小提琴 => 提琴；弦乐
古筝 => 古琴；民乐；竹笛；琵琶
二胡 => 民乐；古琴；竹笛；提琴
口琴 => 口琴
贝斯 => 贝斯
配乐 => 配乐
学唱戏 -- no opera
音樂製作 => 编曲；混音；电子音乐；录音与制作；母带 @music
鋼琴入門 => 成人钢琴；爵士钢琴；键盘伴奏；键盘和声
jita => 吉他
说唱 -- no rap`,
  business: `
开店 => 新店；开店；小店；选址；试营业；街坊生意；开张计划 @business
开网店 => 网店；电商
摆摊 => 摆摊；摆一次摊；个体户；街坊生意；独立经营；一个人的生意；小店 @business
副业 => 副业；自由职业；一个人的生意；辞职前 @business
自媒体赚钱 => 公众号；图文账号；短视频；自媒体；内容运营；邮件通讯 @business
公众号运营 => 公众号；图文账号；内容运营
小红书怎么做 => 图文账号；短视频账号；内容运营；小红书
直播带货 => 直播间运营；带货
电商运营 => 电商；网店
报税 => 所得税；税务；税率；报税；发票 @business
个税怎么算 => 所得税；个税
会计入门 => 会计；财务；记账；三张表 @business
看懂财务报表 => 三张表；报表；利润表；年报阅读 @business
记账 => 个体户记账；学会记账；账本；建账；每日流水；三张表；面馆的账；月底对账 @business
成本核算 => 成本 @business
定价 => 定价；报价；价签；谈价；第一次报价 @business
做ppt -- no presentations
演讲 => 演讲；会议发言
商务谈判 => 谈价；谈判；催款与拒绝；拒绝的方法 @business
销售技巧 => 前十个客户；第一单；销售；复购；带货；谈价 @business
客户不回消息 => 复购与会员；私域；前十个客户；催款；没人回；客服手册；一封信办成 @business
市场调研 => 竞品分析；用户访谈；用户研究；市场调研；调研
品牌策划 => 听懂店主；品牌设计；旧品牌；形象；自学品牌 @design,business
写文案 => 文案；标题课；标题推敲 @business,design
商业计划书 => 商业计划；表格建模；预算编制 @business +works
融资 -- no fund-raising
创业 => 创业；一个人的生意；独立经营；新店；开张计划；辞职前；自由职业第一年 @business
注册公司 => 个体户还是公司；注册公司
合同要注意什么 => 合同；条款 @business
劳动法 -- no labour law
招人 => 请第一个帮手；请第一个人；招聘；岗位
面试官 => 请第一个帮手；请第一个人；招聘 @business
带团队 => 请第一个帮手；请第一个人；带团队；接单到工作室 @business
项目管理 => 项目管理；与工程师共事；排期；活动策划；远程协作；倒排期 @business
时间管理 => 时间与精力；时间管理；没有老板的一天
开会效率低 => 评审会；会议发言；开会 @business
用户增长 => 冷启动；增长；留存；数据指标；私域；复购；前五十个人 @business
产品经理 => 产品经理；需求文档；写一份需求
数据看板 => 看板；数据指标 @business
供应链 => 库存；补货；备货；供应链 @business
行銷 => 运营；营销；推广；活动策划；私域；活动文案；引流 @business
創業課程 => 创业；一个人的生意；独立经营；新店；开张计划；辞职前；自由职业第一年 @business
yunying => 运营 @business
知识付费 => 定价与订阅；邮件通讯；知识付费；开课`,
  design: `
平面设计 => 平面设计；品牌与平面；平面与品牌；海报；网格系统 @design
logo => 标志 @design
标志设计 => 标志 @design
海报怎么做 => 海报 @design
排版 => 排印；排版；版面；网格系统；行距；版心；混排 @design
字体设计 => 字体；标题字；描字；造字 @design
选字体 => 字体怎么选；中文字体；字体搭配；正文字；选字体 @design
配色 => 品牌色；配色；色彩；上颜色；色值 @design,illustration
色彩搭配 => 品牌色；配色；色彩；上颜色；色值 @design,illustration
ps抠图 -- no Photoshop
photoshop -- no Photoshop
ai软件画图标 => 图标 @design
illustrator => 图标；标志；几何插图；标题字设计 @design
figma -- no Figma
ui设计 => ui 设计；界面 @design
界面设计 => ui 设计；界面 @design
交互 => 交互；手势；导航；可用性；动效的手感 @design
用户体验 => 用户体验；可用性；用户旅程；用户研究；用户访谈；无障碍；适老 @design,business
图标 => 图标 @design
包装设计 => 包装
画册 => 书籍；画册；小册子；展览视觉；导览折页 @design
书籍装帧 => 书籍；书封；装订；一本书的长成；竖排的书 @design,illustration
名片 => 名片；菜单与价目表 @design
vi => 应用手册；形象；品牌设计；旧品牌；辅助图形；品牌色 @design
品牌视觉 => 品牌色；品牌设计；旧品牌；形象；标志；辅助图形；展览视觉；应用手册 @design
电商详情页 => 详情页
banner -- no banners
网格系统 => 网格 @design
版式 => 版面；排印；网格；版心；编排；海报里的字 @design
室内设计 -- no interiors
3d建模 -- no modelling
c4d -- no 3D software
blender -- no 3D software
渲染 => 光线追踪；渲染器；光栅化 @programming
作品集 => 作品集
转行做设计 => 来学做界面；自学界面；ui 设计系统班；平面设计半年班；转交互；转行 @design
接单 => 接单；接稿；报价；前十个客户；自由职业；商稿
印刷 => 印前；印刷；印厂；专色
设计规范 => 设计系统；应用手册；规范；规矩 @design
信息图 => 图表；信息图；数字自己说话
平面設計 => 平面设计；品牌与平面；平面与品牌；海报；网格系统 @design
字體 => 字体；标题字；描字；正文字；黑板报 @design
peise => 品牌色；配色；色彩；上颜色；色值 @design,illustration
sketch -- no Sketch`,
  illustration: `
怎么学画画 => 握笔；插画系统班；造型基础；造型半年班；零基础班；从画苹果开始 @illustration
零基础画画 => 握笔；插画系统班；造型基础；造型半年班；零基础班；从画苹果开始 @illustration
素描 => 素描
速写 => 速写 @illustration
人体结构 => 重心；骨盆；人体；肩峰；骨头；头身比 @illustration
画人物 => 人物；站得住的人；角色；头像；表情；两个人的关系；儿童与老人 @illustration
画手 => 手部；画手；手套；手的照片
画脸不对称 => 头像六十面；头像比例；表情的机关；表情练习；一张脸；肖像
头像 => 头像六十面；头像比例；肖像；后脑勺
板绘 => 数位板
procreate => 数位板；ipad；平板
ipad画画 => 数位板；ipad；平板
数位板 => 数位板
厚涂 => 厚涂；水粉
赛璐璐 -- no cel shading
上色 => 上色；转色；色彩；肤色；水彩；淡彩；冷暖 @illustration
光影 => 光影；明暗；影子；光与气氛；窗光；天光；光线；灰度 @illustration
透视 => 透视 @illustration
场景 => 场景 @illustration
风景 => 风景；写生；山水；天空；水面；一棵树；雪地；天光 @illustration
水彩 => 水彩；淡彩
水彩畫 => 水彩；淡彩
彩铅 -- no coloured pencils
马克笔 -- no markers
油画 -- no oil painting
国画 => 国画；山水之间
书法 -- no calligraphy
漫画 -- no comics
分镜 => 分镜；绘本节拍；分页表 @illustration
条漫 -- no comics
q版 -- no chibi
二次元 -- no anime
角色设计 => 角色 @illustration
原画 => 游戏角色；三视图；角色设计；动画背景；幻想建筑；剪影设计 @illustration
游戏美术 => 游戏角色；三视图；角色设计；卡牌与桌游 @illustration
儿童绘本 => 绘本；纸板书；无字书
绘本 => 绘本；纸板书；无字书
商业插画 => 商业插画；商稿；书封插画；社论插画；包装插画
约稿 => 商稿；接稿；询价；接单；第一张封面 @illustration,business
表情包 => 表情包
动物 => 动物；狐狸；一只猫；植物、鸟 @illustration
衣服褶皱 => 衣褶；衣纹；褶
線稿 => 线稿；钢笔；轻重 @illustration
chahua => 插画
临摹 => 临摹；要临三遍 @illustration
画不像 => 肖像；头像六十面；头像比例；要临三遍；大师临摹`,
}

function halfOf(phrase: string): SearchHalf {
  return createHash('sha256').update(phrase).digest().readUInt8(0) % 2 === 0 ? 'tune' : 'held-out'
}

function parseLine(subject: Subject, line: string): SearchTopic {
  const nothing = /^(.+) -- (.+)$/.exec(line)
  if (nothing) {
    const [, phrase = '', reason = ''] = nothing
    return { subject, phrase, any: [], within: [], works: false, answered: false, reason, half: halfOf(phrase) }
  }
  const asked = /^(.+) => (.+?)(?: @([a-z,]+))?( \+works)?$/.exec(line)
  if (!asked) throw new Error(`No topic can be read from '${line}'.`)
  const [, phrase = '', words = '', colleges, works] = asked
  const within = (colleges?.split(',') ?? []) as Subject[]
  const any = words.split('；')
  return { subject, phrase, any, within, works: works !== undefined, answered: true, half: halfOf(phrase) }
}

/** Every phrase with its topic, subject by subject. */
export const searchTopics: readonly SearchTopic[] = Object.entries(lines).flatMap(([subject, text]) =>
  text
    .trim()
    .split('\n')
    .map((line) => parseLine(subject as Subject, line)),
)
