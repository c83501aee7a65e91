import type { Subject } from './seed-types.ts'

/** Shown under the empty search box; each is a topic that courses are found by. */
export const hotSearches: readonly string[] = ['插画', '水彩', '版式', 'JavaScript', '剪辑', '混音', '记账', '写作']

/** 友情链接, home page only. */
export const friendlyLinks: readonly (readonly [name: string, url: string])[] = [
  ['Behance', 'https://www.behance.net'],
  ['Type is Beautiful', 'https://typeisbeautiful.com'],
  ['中文排版需求', 'https://www.w3.org/TR/clreq/'],
  ['MDN Web 文档', 'https://developer.mozilla.org/zh-CN/'],
  ['W3C', 'https://www.w3.org/'],
  ['Krita', 'https://krita.org'],
  ['MuseScore', 'https://musescore.org'],
  ['Internet Archive', 'https://archive.org'],
]

/** Prizes that the school itself gives or that its learners vote. */
export const honours: readonly (readonly [title: string, note: string])[] = [
  ['年度在线教育口碑奖', '历届毕业同学投票，插画系统班得票最多'],
  ['年度红笔奖', '助教组获奖，作业批注平均一百四十字'],
  ['学生最想重听的一课', '《光从哪里来》，回放听到结尾的人最多'],
  ['最佳毕业展', '冬季展由同学自己布展、放映、守夜'],
  ['无障碍课堂奖', '公开课配字幕，教室可以只用键盘'],
  ['准时奖', '系统班整个学年没有一次迟到开课'],
  ['互助奖', '社区里有人问，两小时内就有人答'],
  ['好教案奖', '《版面的骨头》，讲义改到第十一版'],
]

/** Product advantages of the home page. */
export const advantages: readonly (readonly [title: string, text: string])[] = [
  ['四十八小时内有红笔', '每一份作业都由老师或助教逐张批改，写明哪里好、哪里改、怎么改。'],
  ['一间教室不超过三十人', '直播课当堂改画、改稿、改代码，举手就会被看见。'],
  ['缺课看回放，跟不上能转期', '回放保留到服务期满，系统班可以免费转到下一期一次。'],
  ['老师都在做自己教的那件事', '画绘本的教绘本，录唱片的教混音，讲的都是昨天刚遇到的问题。'],
]

export const homeBanners: readonly { title: string; sub: string; url: string; subject: Subject }[] = [
  {
    title: '学一门手艺，学到能署名。',
    sub: '系统班按学期上课，每周两次直播，每张作业都有老师的红笔批注。',
    url: '/classes',
    subject: 'illustration',
  },
  {
    title: '先把字排好，再谈风格。',
    sub: '设计学院从一行中文的行高讲起，讲到一整套界面。',
    url: '/college/design',
    subject: 'design',
  },
  {
    title: '写一段会动的程序，今晚就跑起来。',
    sub: '编程课从一张空白网页开始，每一讲都留下能打开的东西。',
    url: '/course/programming',
    subject: 'programming',
  },
  {
    title: '今晚有课，推门就能听。',
    sub: '公开课不收费，讲构图、布光、混音，也讲怎样报价。',
    url: '/live/list',
    subject: 'video',
  },
  {
    title: '听懂一首歌，再写一首歌。',
    sub: '音乐学院用十个月写完六首曲子，留下一张小样。',
    url: '/college/music',
    subject: 'music',
  },
]

export const iconNavigation: readonly { name: string; url: string; subject?: Subject }[] = [
  { name: '插画学院', url: '/college/illustration', subject: 'illustration' },
  { name: '设计学院', url: '/college/design', subject: 'design' },
  { name: '编程学院', url: '/college/programming', subject: 'programming' },
  { name: '影视学院', url: '/college/video', subject: 'video' },
  { name: '音乐学院', url: '/college/music', subject: 'music' },
  { name: '商学院', url: '/college/business', subject: 'business' },
]

export const notices: readonly { title: string; html: string; position: 'home' | 'college'; url?: string }[] = [
  {
    title: '12 月 31 日停课一天',
    html: '<p>岁末停课一天，当天的直播顺延到次日同一时间，作业截止顺延两天。录播课与回放照常可看，客服当天 18:00 下班。</p>',
    position: 'home',
  },
  {
    title: '冬季毕业展开始布展',
    html: '<p>六个学院的毕业作品陆续上墙，每件作品下面都有老师的批注。<strong>12 月 19 日 19:00</strong> 线上放映，欢迎来看。</p>',
    position: 'college',
    url: '/works',
  },
]

/** Titles go without the brand, which the page adds; `{count}` is the number of courses, rounded down. */
export const seo: readonly { pageType: string; title: string; description: string; keyWord: string }[] = [
  {
    pageType: 'home',
    title: '学一门手艺，学到能署名',
    description:
      '一所教手艺的网上学校：插画、设计、编程、影视、音乐、商业六个学院，超过 {count} 门课程，直播授课，逐份批改，学完留下一件能署名的作品。',
    keyWord: '在线教育,插画课程,设计课程,编程课程,影视课程,音乐课程,商业课程,系统班,直播课',
  },
  {
    pageType: 'courseList',
    title: '全部课程：录播与直播',
    description:
      '超过 {count} 门录播课与直播课，按学科和方向挑选：水彩、版式、前端、剪辑、混音、写作。多数课程前几讲可以试看，买之前先听一听。',
    keyWord: '在线课程,录播课,直播课,试看,插画,设计,编程,影视,音乐,商业',
  },
  {
    pageType: 'classesList',
    title: '系统班：有同学，有作业，有毕业',
    description:
      '按学期上课的系统班，从零基础到完成一本作品集。小班直播，每份作业四十八小时内有红笔批注，缺课可看回放，跟不上可以免费转期一次。',
    keyWord: '系统班,插画系统班,设计系统班,全栈开发,短片创作,作曲编曲,小班直播',
  },
  {
    pageType: 'liveList',
    title: '公开课：今晚就能听的直播',
    description:
      '每周都有的公开直播课，老师在线讲构图、排印、代码、布光、混音和经营，可以预约提醒，错过的能看回放，不用付费，进来就能坐下听。',
    keyWord: '公开课,免费直播,直播课,回放,预约',
  },
  {
    pageType: 'college',
    title: '六个学院：先挑一间教室坐下',
    description:
      '插画、设计、编程、影视、音乐、商业六个学院，各有方向、系统班、老师和学生作品。先看看别人学完做出了什么，再决定从哪一门课开始。',
    keyWord: '插画学院,设计学院,编程学院,影视学院,音乐学院,商学院,学习方向,老师',
  },
  {
    pageType: 'search',
    title: '搜索课程、老师和文章',
    description:
      '在超过 {count} 门课程、系统班、公开课和文章里查找。输入一个手艺、一位老师或者一件想做的东西，看看从哪里学起，前几讲大多可以试看。',
    keyWord: '课程搜索,找课程,找老师,找文章',
  },
  {
    pageType: 'articleList',
    title: '文章：老师和学员写的手艺',
    description:
      '老师把课上讲不完的话写下来，学员写自己怎么学、怎么做完一件作品。按创作、方法、工具与职业分类，编辑逐篇看过，可以放心慢慢读。',
    keyWord: '学习方法,创作心得,老师专栏,学员故事,工具,素材,职业',
  },
  {
    pageType: 'worksList',
    title: '学员作品：学完之后署了名的东西',
    description:
      '六个学院的学员作品：插画、海报、网页、短片、曲子和品牌手册，每一件都写着作者的话，附着老师的红笔批注，看看别人学完做出了什么。',
    keyWord: '学员作品,作品集,插画作品,设计作品,短片,原创音乐,毕业作品',
  },
  {
    pageType: 'bbs',
    title: '社区：交作业、问问题、看弯路',
    description:
      '画画、设计、编程、影视、音乐和做生意的人在这里交作业、问问题，写下自己走过的弯路。卡住的地方贴上来，同学和老师都会回。',
    keyWord: '学习社区,每日一练,红笔批改,作业交流,问答,新生报到',
  },
  {
    pageType: 'agreement',
    title: '协议与规则',
    description:
      '用户注册协议、隐私政策、课程购买协议、退款规则、直播课堂公约与社区公约的全文，写明双方的权利与义务、退款的算法和联系我们的办法。',
    keyWord: '用户协议,隐私政策,购买协议,退款规则,直播公约,社区公约',
  },
  {
    pageType: 'default',
    title: '教手艺的网上学校',
    description:
      '超过 {count} 门课程，覆盖插画、设计、编程、影视、音乐与商业。直播与录播都有，作业有人逐份批改，学完能拿出一件自己的作品来。',
    keyWord: '在线学习,网上学校,插画,设计,编程,影视,音乐,商业,直播课,系统班',
  },
]

/** Section titles by module position (1–16). */
export const moduleTitles: readonly { position: number; title: string; subTitle: string }[] = [
  { position: 1, title: '黑板', subTitle: '这个学期，学校想先说的几句话' },
  { position: 2, title: '系统班', subTitle: '按学期上课，有同学、有作业、有毕业' },
  { position: 3, title: '卡在哪里', subTitle: '多数人停下来的地方，我们从那里讲起' },
  { position: 4, title: '荣誉', subTitle: '同学投出来的，比奖杯要紧' },
  { position: 5, title: '学习资料', subTitle: '老师整理过的清单、讲义和范例' },
  { position: 6, title: '公开课', subTitle: '今晚有课，推门就能听' },
  { position: 7, title: '在这里怎么学', subTitle: '四件学校答应的事' },
  { position: 8, title: '学生作品', subTitle: '红字是老师的批注' },
  { position: 9, title: '老师', subTitle: '都在做自己教的那件事' },
  { position: 10, title: '六个学院', subTitle: '先挑一间教室坐下' },
  { position: 11, title: '学院的系统班', subTitle: '从头到尾，一学期一学期地学' },
  { position: 12, title: '文章', subTitle: '下课以后再读的几页' },
  { position: 13, title: '素材', subTitle: '练习用得上的照片、字、声音和数据' },
  { position: 14, title: '从这里进', subTitle: '六门手艺，六间教室' },
  { position: 15, title: '方向', subTitle: '同一个学院，不同的走法' },
  { position: 16, title: '试听', subTitle: '先听一讲，再决定要不要坐下来' },
]

