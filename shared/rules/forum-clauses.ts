/** A clause of 社区公约 that a decision or a report may name. */
export interface ForumClause {
  readonly key: string
  /** Where it stands, as people are told. */
  readonly place: string
  readonly name: string
  /** What the staff may say without typing: each names what is wrong and what would be right. */
  readonly reasons: readonly string[]
}

/** The clauses in the order of 社区公约. */
export const forumClauses: readonly ForumClause[] = [
  {
    key: 'law',
    place: '二之一',
    name: '法律法规禁止的内容',
    reasons: ['内容属于法律法规禁止发布的信息，不能在社区出现。', '内容未经证实，可能是谣言，请附上可靠的出处再发。'],
  },
  {
    key: 'attack',
    place: '二之二',
    name: '攻击、骚扰或他人隐私',
    reasons: ['说的是人，不是作品。请只谈看见了什么、可以怎样改。', '里面有他人的个人信息，请去掉以后再发。'],
  },
  {
    key: 'theft',
    place: '二之三',
    name: '盗用他人的作品',
    reasons: ['作品不是本人的。转载请写明作者与出处。', '临摹请写明原作。'],
  },
  {
    key: 'ai',
    place: '二之四',
    name: '人工智能生成却不标注',
    reasons: ['主要由人工智能生成，请在标题或者正文开头写明。'],
  },
  {
    key: 'trade',
    place: '二之五',
    name: '代写、买卖账号与课程资源',
    reasons: ['课程和回放不能在同学之间转让。看不了课请找班主任。', '社区里不能代写作业、买卖账号或者分享破解软件。'],
  },
  {
    key: 'ads',
    place: '二之六',
    name: '广告、刷帖、诱导添加联系方式',
    reasons: ['请去掉广告和联系方式。', '同样的内容发了多次，留一篇就好。'],
  },
  {
    key: 'false-report',
    place: '五',
    name: '恶意举报',
    reasons: ['举报与事实不符，而且不止一次。'],
  },
  {
    key: 'minor',
    place: '七',
    name: '未成年人的个人信息',
    reasons: ['里面有学校、住址、电话或者正面照片，为了安全请去掉。'],
  },
]

/** What somebody may report; the last clause is about reports themselves. */
export const reportClauses = forumClauses.filter(({ key }) => key !== 'false-report')

const byKey = new Map(forumClauses.map((clause) => [clause.key, clause]))

/** '二之三　盗用他人的作品'; a key that no clause has stands for itself. */
export function forumClauseText(key: string): string {
  const clause = byKey.get(key)
  return clause ? `${clause.place}　${clause.name}` : key
}

/** Whether there is such a clause. */
export function isForumClause(key: string): boolean {
  return byKey.has(key)
}
