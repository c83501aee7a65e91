/** A text that somebody types, and what they expect to see among the first ten. */
export interface GoldenQuery {
  readonly group: string
  readonly text: string
  /** Pieces of titles; each stands in one title only. */
  readonly expected: readonly string[]
}

/** One a line: what is typed, '=>', pieces of the titles that are expected, parted by '；'. */
const groups: Readonly<Record<string, string>> = {
  'a piece of a title': `
网格系统 => 版面的骨头
样书 => 三十二页：把一个小故事做成样书
重心 => 站得住的人
植物科学绘 => 一片叶子看到底
食品包装 => 画一张能吃的图
三视图 => 从剪影到三视图
挂号页 => 界面设计第一课；只改按钮上的字
书籍设计 => 一本书的长成
线性图标 => 四十八枚；线性图标：二十四格里的规矩
无障碍 => 看得见，听得见；无障碍设计：听得见的界面；无障碍与适老设计专修班
着色器 => 两百行着色器；着色器入门；图形与着色器系统班
汉诺塔 => 递归与回溯
背包 => 动态规划
慢查询 => MySQL 索引与慢查询诊断
爬楼梯 => 动态规划
布隆过滤器 => 哈希表与布隆过滤器
超卖 => 并发与锁
光线追踪 => 五百行写一个渲染器
小程序 => 微信小程序从注册到审核上架；小程序产品；从零写一份需求
短链 => Go 语言实战
窗光 => 一块白板纸拍人像；静物写生
示波器 => 看懂示波器
拟音 => 一双皮鞋走出五个人
航拍 => 起飞前后的规矩与画面
纪录片剪辑 => 百小时素材怎么下手
节点树 => 一套能复用的结构
响度 => 响度之争停了以后；母带入门
和弦 => 四个和弦以外；扒和弦；十二个调的常用和弦
古琴 => 古琴十二课
尤克里里 => 四根弦二十首歌
指弹 => 指弹吉他十首；拇指先学会走路
压缩器 => 压缩器慢讲
视唱练耳 => 视唱练耳晨课；视唱练耳四十天
现金 => 辞职前九十天
报价 => 报价与谈价直播课；报价单怎么写；报价单模板
竞品分析 => 用两周真的用一遍
北极星 => 数据指标
用户访谈 => 问得少，听得多；一小时，九个问题
汇算 => 个人所得税汇算
催款 => 十二种体面的说法
会员 => 复购与会员
豆花 => 阿婆豆花
收音机 => 给爷爷的收音机
照相馆 => 村里的照相馆
普通话 => 外婆的普通话
独木桥 => 独木桥
面包房 => 凌晨四点的面包房
铅字 => 铅字样本扫描两千页
夜班 => 夜班之后画一小时
分页表 => 三十二页绘本的分页表
场记单 => 场记单怎么填
冰箱 => 环境声合集
招牌 => 街上的字；豆腐店的新招牌；黑板报与招牌字
货车司机 => 四十二岁，货车司机
后脑勺 => 画了两百个后脑勺
跨页 => 画好了十六个跨页
椭圆 => 椭圆怎么才不歪
盔甲 => 盔甲画了三版
橡皮章 => 橡皮章套两色；橡皮章与漏版
糖水店 => 糖水店价目单`,
  'two characters': `
透视 => 透视不靠尺；零尺透视
拍子 => 节奏训练
递归 => 递归与回溯；学递归，先用便利贴走一遍
拉片 => 一周只看一场戏
临摹 => 大师临摹；一张画要临三遍；临摹一个界面
贝斯 => 鼓与贝斯；贝斯写作；贝斯手的右手
墙绘 => 墙绘放样
地图 => 插画地图；地图标记；方言地图
雪地 => 雪地与沙漠；雪地影子发蓝
合同 => 第一份合同；自由职业者的第一份合同该写什么
账本 => 家庭账本；她的账本；一家面馆的十二个月账本
拖腔 => 词与曲的咬合
动效 => 动效的手感；动效设计系统班；动效标注
竹笛 => 竹笛慢课；竹笛入门
母带 => 母带入门；混音与母带系统班
卡牌 => 卡牌与桌游
婚礼 => 婚礼跟拍
口琴 => 口琴布鲁斯
发票 => 发票与报销
家史 => 家史写作`,
  'several words': `
短片 配乐 => 短片配乐工作坊；对着画面写：三分钟短片配乐
绘本 夜晚 => 绘本里的夜晚
儿童 绘本 => 线与团块
手机 短片 => 一部手机拍完一条短片
零基础 键盘 => 零基础键盘和声
吉他 指弹 => 指弹吉他十首
卧室 录音 => 卧室录音：十平米的房间怎么用
水彩纸 水彩本 => 水彩纸、水彩本对照
合同 自由职业 => 第一份合同；自由职业者的第一份合同该写什么
图标 天气 => 天气图标
索引 数据库 => 数据库这门课；MySQL 索引与慢查询诊断
调色 肤色 => 肤色还原
采访 布光 => 采访布光
社群 冷启动 => 社群冷启动
动物 拟人 => 动物拟人
招牌 豆腐店 => 豆腐店的新招牌
面馆 账本 => 一家面馆的十二个月账本；跟着一家面馆的账走一个月
字体 选择 中文 => 选中文字体；中文字体怎么选
gopro 航拍 => 航拍：起飞前后
数位板 压感 => 数位板起步`,
  'words in a row that the title parts': `
手机拍短片 => 一部手机拍完一条短片
水彩技法干湿 => 水彩的水
儿童绘本语法 => 线与团块
中文字体选择 => 中文字体怎么选；选中文字体
卧室录人声 => 卧室录人声：先买被子
小店算账成本 => 小店算账直播课
网店选品备货 => 一家网店的四季
数据库索引 => 数据库这门课；MySQL 索引与慢查询诊断
学习递归 => 学递归，先用便利贴走一遍；递归与回溯
老街速写 => 老街写生
爵士钢琴入门 => 爵士钢琴第一年
唱歌呼吸 => 唱歌的呼吸
品牌标志动画 => 标志动画
面包店成本 => 成本核算
采访提纲 => 采访课`,
  'a question': `
怎么画手 => 手：从手套到一百次练习
怎么画透视 => 零尺透视；透视不靠尺
如何给短片配乐 => 短片配乐工作坊
怎么写需求文档 => 需求文档：工程师愿意读的那种
报价单怎么写 => 报价单怎么写；报价单模板
画面为什么灰 => 为什么你的画总是“灰”
零基础学插画 => 插画系统班；握笔之前
想学剪辑 => 剪辑的呼吸；剪辑师系统班
椭圆画不圆怎么办 => 椭圆怎么才不歪
怎么学混音 => 混音里的“空气”在哪里
什么是动态规划 => 动态规划
如何做播客 => 播客与访谈的声音后期；播客与有声书的声音处理
没有基础可以学编程吗 => 零基础编程系统班
自由职业怎么报价 => 报价与谈价直播课
怎么记账 => 个体户记账；家庭账本`,
  'typed as it sounds': `
chahua => 插画系统班
chahuaditu => 插画地图
shuicai => 水彩的水；水彩纸、水彩本对照
huiben => 绘本创作系统班
jianji => 剪辑师系统班；剪辑的呼吸
tiaose => 调色师系统班；调色十六讲；调色会诊
hunyin => 混音与母带系统班；混音里的“空气”在哪里
baojia => 报价与谈价直播课；报价单怎么写
guqin => 古琴十二课
zhudi => 竹笛慢课；竹笛入门
youkelili => 尤克里里弹唱
wanggexitong => 版面的骨头
buguang => 布光入门；采访布光；影视灯光系统班
dongtaiguihua => 动态规划
shujujiegou => 数据结构二十讲；算法与数据结构系统班
erfenchazhao => 二分查找
yonghufangtan => 用户访谈：问得少，听得多
guangxianzhuizong => 光线追踪
hetong => 第一份合同
tubiao => 四十八枚；图标与图形系统班
suanfa => 算法与数据结构系统班
xiaochengxu => 微信小程序从注册到审核上架
gangqin => 成人钢琴：从坐姿到第一首巴赫；爵士钢琴第一年`,
  'first letters': `
chxtb => 插画系统班
hbcz => 绘本创作系统班
jjs => 剪辑师系统班
tsslj => 调色十六讲
dtgh => 动态规划
sjjg => 数据结构二十讲
gxzz => 光线追踪
yklltc => 尤克里里弹唱
zdmk => 竹笛慢课
gqsek => 古琴十二课
yhft => 用户访谈：问得少，听得多
wxxcx => 微信小程序从注册到审核上架
jsgq => 爵士钢琴第一年`,
  'traditional characters': `
插畫 => 插画系统班
繪本創作 => 绘本创作系统班
風景色彩 => 风景色彩二十讲
剪輯 => 剪辑师系统班；剪辑的呼吸
圖標 => 四十八枚；图标与图形系统班
動畫背景 => 夜里的房间；场景与动画背景系统班
數據結構 => 数据结构二十讲
無障礙 => 看得见，听得见；无障碍设计
調色師 => 调色师系统班
竹笛慢課 => 竹笛慢课
財務 => 看懂三张表；财务入门系统班
網店 => 一家网店的四季
報價單 => 报价单怎么写；报价单模板
為什麼你的畫總是灰 => 为什么你的画总是“灰”
顧南喬 => 风景色彩二十讲；静物写生
機器學習 => 机器学习手推课；机器学习初步
錄音 => 卧室录音；鼓组录音与混音
著色器 => 两百行着色器；着色器入门
軟體 => 后台不乱
程式設計 => 零基础编程系统班
影片剪輯 => 剪辑的呼吸`,
  'a wrong character of the same sound': `
水采 => 水彩的水
插话 => 插画系统班
会本 => 绘本创作系统班
剪及 => 剪辑师系统班
混因 => 混音与母带系统班
古勤 => 古琴十二课
主笛 => 竹笛慢课
报架单 => 报价单怎么写
动态归划 => 动态规划
数剧结构 => 数据结构二十讲
用户防谈 => 用户访谈：问得少，听得多
网店选拼 => 一家网店的四季
无障爱 => 看得见，听得见
调涩 => 调色十六讲
财物入门 => 财务入门系统班
母代 => 母带入门`,
  'a character wrong, missing, too many or exchanged': `
动态规化 => 动态规划
尤克里 => 尤克里里弹唱
尤克里里里 => 尤克里里弹唱
哈希表与布隆过虑器 => 哈希表与布隆过滤器
布隆滤器 => 哈希表与布隆过滤器
弦乐四重凑 => 弦乐四重奏编配
三视图图 => 从剪影到三视图
网格糸统 => 版面的骨头
无障得 => 看得见，听得见
人物记录片 => 人物纪录片系统班
菜市场神仙 => 菜市场的神仙
外婆普通话 => 外婆的普通话
给爷爷收音机 => 给爷爷的收音机
妈妈步数 => 妈妈的步数
半亩书房 => 半亩书店
凌晨四点面包房 => 凌晨四点的面包房
方言图地 => 方言地图
小河淌进春天 => 小河淌进夏天
声音形状 => 声音的形状
水彩的干湿四怕 => 水彩的水`,
  'words of letters': `
JavaScript => JavaScript 从头写起
javascript => JavaScript 从头写起
java => JavaScript 从头写起
script => JavaScript 从头写起；TypeScript 类型写到够用为止
typescript => TypeScript 类型写到够用为止
react => React 组件拆分与状态管理
vue => 用 Vue 3 做一个小区团购后台
vue3 => 用 Vue 3 做一个小区团购后台
nodejs => Node.js 写一个图书借阅接口
node.js => Node.js 写一个图书借阅接口
threejs => Three.js 搭一间三维陈列室
git => Git 九讲；Git 不是存盘
sql => 会问问题的 SQL；SQL 查询八十题；MySQL 索引与慢查询诊断
mysql => MySQL 索引与慢查询诊断
redis => Redis 缓存
docker => Docker 部署
linux => Linux 命令行
pandas => Pandas 清洗脏数据的手艺
spring boot => Spring Boot 起步
springboot => Spring Boot 起步
go语言 => Go 语言实战
webgpu => WebGPU 起步
gpu => WebGPU 起步
hdr => HDR 调色与杜比视界流程
premiere => Premiere 从建项目到导出
UI => UI 设计系统班
css => HTML 与 CSS；CSS 动画与过渡的分寸
ab实验 => A/B 实验
a/b => A/B 实验
p5 => p5.js 创意编程三十张草图`,
  'letters mistyped': `
javasript => JavaScript 从头写起
javscript => JavaScript 从头写起
jaavscript => JavaScript 从头写起
typscript => TypeScript 类型写到够用为止
pyhton => Python 自动化；Python 数据分析
pythn => Python 自动化；Python 数据分析
dokcer => Docker 部署
premire => Premiere 从建项目到导出
reddis => Redis 缓存
pandsa => Pandas 清洗脏数据的手艺
linxu => Linux 命令行
canvs => Canvas 画布
webgup => WebGPU 起步
raect => React 组件拆分与状态管理`,
  'sounds written as one speaks': `
suicai => 水彩的水
zudi => 竹笛慢课
cahua => 插画系统班
hunyinli => 混音里的“空气”在哪里
tiaosesi => 调色师系统班
jianjishi => 剪辑师系统班`,
  'Chinese and letters mixed': `
水cai => 水彩的水
插hua地图 => 插画地图
react组件 => React 组件拆分与状态管理
python自动化 => Python 自动化
docker部署 => Docker 部署
ui设计系统班 => UI 设计系统班
数据jiegou => 数据结构二十讲
git提交 => Git 不是存盘
三维threejs => Three.js 搭一间三维陈列室
css动画 => CSS 动画与过渡的分寸
sql查询 => SQL 查询八十题
mysql索引 => MySQL 索引与慢查询诊断`,
  'a teacher': `
顾南乔 => 风景色彩二十讲；静物写生
gunanqiao => 风景色彩二十讲；静物写生
何漱石 => 听懂一张唱片；混音里的“空气”在哪里
heshushi => 听懂一张唱片
苏未央 => 版面的骨头；描字二十天
秦素衣 => 竹笛慢课
热依拉 => Git 九讲
白玛多吉 => 拍一个真实的人
周一苇 剪辑 => 剪辑的呼吸
梁小满 绘本 => 线与团块
方既白 => 看懂三张表
沈行舟 着色器 => 两百行着色器
谭佩华 => 谭老师的剪辑台
顾南桥 => 风景色彩二十讲
江婉舟 => 短片配乐工作坊
gnq => 风景色彩二十讲`,
  'an author of a work or an article': `
沈念慈 => 雨后；远山有雨；夜班之后画一小时
吴越 => 窗边
季风 => 会动的海
罗一鸣 守塔人 => 守塔人
许栖迟 => 收玩具歌
范以宁 => 半亩书店`,
  'what stands in the text only': `
莫奈 => 为什么你的画总是“灰”
群青 => 写生包里只留六支笔
小程序 油费 => 四十二岁，货车司机
等高线 => 画了两百个后脑勺
37 路 => 末班车
转花盆 => 窗边
包豪斯 => 图形与秩序
手套 => 手：从手套到一百次练习`,
}

/** Queries over what is written by hand in the demo school; written from what learners type before any of them was tried. */
export const goldenQueries: readonly GoldenQuery[] = Object.entries(groups).flatMap(([group, lines]) =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [text = '', expected = ''] = line.split(' => ')
      return { group, text, expected: expected.split('；') }
    }),
)
