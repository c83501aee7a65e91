import { AnswersRevealed } from '#shared/contract/enums.ts'
import { fillIn, multiple, type SeedPaper, short, single, statement } from './exam-shapes.ts'

const javascript: SeedPaper = {
  title: 'JavaScript 基础：阶段考',
  subject: 'programming',
  course: 'JavaScript 从头写起：浏览器当草稿纸',
  intro: '前十六讲。每道题都可以在浏览器的控制台里试，但建议先想再试。可以考三次。',
  window: 'always',
  minutes: 60,
  attempts: 3,
  reveal: AnswersRevealed.afterHandingIn,
  questions: [
    single("表达式 typeof null 的值是什么？", ["'null'", "'object'", "'undefined'", '抛出错误'], 1, ['这是语言从第一版留下来的错误，改了会弄坏太多网页，所以一直保留。判断 null 用 value === null。']),
    single('下面哪一个不是假值（falsy）？', ['0', "''", 'NaN', '[]'], 3, ['空数组是对象，对象都是真值。假值有 false、0、-0、0n、空字符串、null、undefined、NaN。']),
    single("表达式 '5' - 2 与 '5' + 2 分别得到什么？", ["3 与 '52'", "'52' 与 7", '3 与 7', '都会报错'], 0, ['减号只对数字有意义，于是 \'5\' 被转成 5；加号遇到字符串就做拼接。所以从输入框里取来的数字要先转换。']),
    single('let list = [3, 10, 2]; list.sort(); 之后 list 是什么？', ['[2, 3, 10]', '[10, 3, 2]', '[10, 2, 3]', '[3, 10, 2]'], 2, ['不给比较函数时，sort 按字符串比较，"10" 排在 "2" 前面。数字排序要写 list.sort((a, b) => a - b)。']),
    single('函数 f(x) 里写了 return 之后，同一层下面的语句会怎样？', ['仍然执行一次', '稍后异步执行', '不再执行', '执行但不返回'], 2, ['return 立刻结束这次调用。想在返回前做事，就把那些事写在 return 上面。']),
    single('想把 [1, 2, 3] 变成 [2, 4, 6]，又不改动原数组，用哪个方法最合适？', ['forEach', 'push', 'splice', 'map'], 3, ['map 把每个元素换成函数返回的值，得到一个一样长的新数组；forEach 没有返回值，splice 与 push 会改原数组。']),
    multiple('关于 const，说法正确的有哪些？', ['声明时必须给初值', '不能再次赋值', '它指向的对象里的属性也不能改', '作用域是块'], [0, 1, 3], 'const 管的是“名字指向谁”，不管对象内部。想冻结对象用 Object.freeze，而且它只冻结一层。'),
    multiple('下面哪些写法能判断数组 a 里有没有 3？', ['a.includes(3)', 'a.indexOf(3) !== -1', 'if (a.filter((x) => x === 3)) …', 'a.some((x) => x === 3)'], [0, 1, 3], 'filter 总是返回一个数组，空数组也是真值，所以直接放进 if 永远成立；要看它的 length。'),
    multiple('下面哪些会让页面上的事件重复触发？', ['把内容相同的匿名函数绑定两次', '每次重画都给同一个元素再绑一个新写的箭头函数', '事件冒泡到父元素，父子都绑了同一个处理', '给按钮加了 disabled'], [0, 1, 2], '同一个有名字的函数重复绑定同一元素只算一次；匿名函数每次都是新的，就会叠加。disabled 的按钮不会触发点击。'),
    statement('0.1 + 0.2 === 0.3 的结果是 true。', false, '二进制浮点数表示不了精确的 0.1，和是 0.30000000000000004。比较小数要看差是否足够小，算钱则用整数的分。'),
    statement('闭包能记住它被创建时所在作用域里的变量。', true, '所以计数器函数可以把数藏在外层函数里，外面改不到。'),
    statement('await 会让整个页面停下来等。', false, 'await 只暂停所在的异步函数，让出主线程，页面照样响应。卡住页面的是长时间的同步计算。'),
    fillIn('把字符串 \'42\' 变成数字，可以写 Number(\'42\')，得到的类型用 typeof 看是 ____。', [['number', "'number'", '"number"']], 'JavaScript 只有一种普通数字类型 number，整数与小数不分；特别大的整数另有 bigint。'),
    fillIn('下标从 ____ 开始的数组 a，最后一个元素是 a[a.length - ____]，或写 a.at(-1)。', [['0', '零'], ['1', '一']], '长度比最后一个下标多一，差一错误多半出在这里。'),
    short(
      '单词本里有一个“抽查”按钮，点一下随机出一个还没掌握的词。请用文字（可以带代码）说明你怎样写，并说出至少两种容易出错的情况。',
      '先过滤出没掌握的，再随机取一个；空的时候给出提示；避免连着抽到同一个；下标用 Math.floor(Math.random() * list.length)。',
      '要点是“先过滤再抽”，以及“过滤后为空”。写成抽到已掌握就再抽一次的，要说明全部掌握时会死循环。',
      [
        { text: 'const rest = words.filter((w) => !w.known)；如果 rest.length 是 0 就显示全部掌握；否则 rest[Math.floor(Math.random() * rest.length)]。容易错：一个都没有时取到 undefined；用 Math.round 会取到越界的下标；连着两次同一个词。', score: 16, comment: '连 Math.round 的坑也想到了，很完整。' },
        { text: '写一个循环随机抽，抽到没掌握的就停下来显示。要注意不要抽到重复的。', score: 8, comment: '全部掌握以后，这个循环会怎样？试着先过滤。' },
      ],
    ),
  ],
}

const database: SeedPaper = {
  title: '数据库与索引：结课考',
  subject: 'programming',
  course: '数据库这门课：从一张账本到索引',
  intro: '表的设计、查询、事务与索引。题目里的 SQL 以 PostgreSQL 为准。',
  window: 'past',
  minutes: 90,
  attempts: 1,
  reveal: AnswersRevealed.afterEnd,
  questions: [
    single('一张“借书”表里，一行记录唯一地对应一次借阅。下面哪一列最适合做主键？', ['读者姓名', '借出日期', '没有业务含义的自增编号', '书名'], 2, ['主键要唯一、不变、不为空。姓名会重，日期会重，书名会改。业务上的唯一性再另加 unique 约束。']),
    single('select count(*) 与 select count(email)，差别是什么？', ['没有差别', '后者不数 email 为空的行', '前者更慢', '后者去掉重复'], 1, ['count(列) 只数非空的值；count(*) 数行。要去重写 count(distinct email)。']),
    single('where name = null 这个条件会选出哪些行？', ['一行也没有', '所有 name 为空的行', '所有行', '语法错误'], 0, ['与 null 比较的结果是“未知”，where 只留真的行。应当写 name is null。']),
    single('图中两张表用线连起来的方式，表示什么关系？', ['一对一', '多对多', '没有关系', '一对多：左边一行对应右边多行'], 3, ['鸟足（三叉）一端是“多”，单竖线一端是“一”。一位读者可以有多次借阅，外键放在“多”的那张表里。', { picture: 'tables' }]),
    single('给 (city, age) 建了一个联合索引，下面哪个查询最难用上它？', ["where city = '杭州'", "where city = '杭州' and age > 30", 'where age > 30', "where city = '杭州' order by age"], 2, ['B 树的联合索引先按 city 再按 age 排。只给 age，就像只知道名字去翻按姓排的电话簿。']),
    single('转账要从一个账户扣钱、给另一个加钱，必须放进一个事务，为的是哪一条性质？', ['隔离性', '持久性', '可扩展性', '原子性'], 3, ['原子性保证两步要么都做要么都不做。隔离性管的是别人看不到做了一半的样子，也重要，但不是“半途断电”这一问的答案。']),
    multiple('索引会带来哪些代价？', ['占用磁盘与内存', '写入变慢', '查询结果变得不准', '选错了会让优化器走偏'], [0, 1, 3], '索引不改变结果，只改变找的办法。每多一个索引，每次写入就多维护一处。'),
    multiple('下面哪些查询，在列 name 上的普通 B 树索引大体能用上？', ["name = '李雷'", "name like '李%'（索引支持前缀匹配时）", "name like '%雷'", "name >= '李' and name < '杏'"], [0, 1, 3], '开头就是通配符，没有一个起点可以下手，只能全看一遍。前缀与范围都能定位到一段。'),
    multiple('关于规范化，说法正确的有哪些？', ['把重复的事实只存一处，避免改漏', '表越多查询一定越慢', '有时为了读得快，会有意保留冗余', '一个单元格里放逗号分隔的多个值，会让查询变难'], [0, 2, 3], '规范化首先是为了正确。冗余不是错，但要说清谁来维护它。'),
    statement('group by 之后，select 里出现的列要么在 group by 中，要么在聚合函数里（或由主键决定）。', true, '否则一组里有多个值，数据库不知道该给哪一个。按主键分组时，PostgreSQL 允许直接选同表的其他列。'),
    statement('给每一列都建一个索引，查询总会更快。', false, '写入会慢，优化器多半也用不上那么多。索引应当跟着真实的查询建。'),
    statement('外键约束可以防止出现“借阅记录指向不存在的读者”。', true, '应用代码会有漏洞，多个程序会同时写；约束放在数据库里，谁也绕不过去。'),
    fillIn('两张表按条件合并成一张结果的操作叫____；即使右表没有匹配也保留左表的行，用 left ____。', [['连接', 'join', '联结'], ['join', 'outer join']], '内连接只留两边都有的。统计“每位读者借了几本”时，零本的读者要用左连接才看得到。'),
    fillIn('看一条查询是怎样执行的，在语句前加上____。', [['explain', 'explain analyze']], 'explain 给出计划和估计，explain analyze 真的跑一遍并给出实际时间；后者对写语句要小心，它会真的改数据。'),
    short(
      '图书馆要能查“某本书现在是否借出、借给了谁”，并且同一本书同一时刻只能借给一个人。请写出你的表和约束，再说明怎样防止两个人同时借走最后一本。',
      '书（副本）与借阅分开；借阅有归还时间，未还为空；用部分唯一索引（副本，归还时间为空）或行锁保证唯一；说明两个事务同时插入时后一个失败并提示。',
      '只靠程序先查再插，会有两个人同时查到“没借出”。约束必须在数据库里。',
      [
        { text: 'copies(id, book_id)，loans(id, copy_id, reader_id, lent_at, returned_at)。建 unique index on loans(copy_id) where returned_at is null。两个人同时借，第二个 insert 会违反唯一，程序捕获后提示“刚被借走”。', score: 16, comment: '部分唯一索引正是要点，提示也写了。' },
        { text: 'books 表里加一列 borrower_id，借的时候先看是不是空，空就写上。', score: 8, comment: '“先看再写”之间别人也能看到空。另外这样丢了历史记录。' },
      ],
    ),
  ],
}

/** Papers of the college of programming. */
export const programmingPapers: readonly SeedPaper[] = [javascript, database]
