/** One entry of the user centre. */
export interface UserMenuEntry {
  text: string
  href: string
  newTab?: true
}

interface KnownEntry {
  text: string
  /** Path of its page. */
  path: string
  query?: string
  /** Stands in the order, but isn't shown. */
  hidden?: true
}

/** All entries in their order (spec §2). */
export const userMenuEntries: readonly KnownEntry[] = [
  { text: '我的课表', path: '/user/timetable', query: '?type=live' },
  { text: '我的教室', path: '/user/timetable', query: '?type=answer-live', hidden: true },
  { text: '我的课程', path: '/user/course', query: '?over=1' },
  { text: '学习路径', path: '/user/sysClass' },
  { text: '我的测试', path: '/user/testPaper' },
  { text: '我的作业', path: '/user/homework' },
  { text: '我的订单', path: '/user/order' },
  { text: '我的社区', path: '/bbs/user', hidden: true },
  { text: '我的信息', path: '/user/info' },
  { text: '我的消息', path: '/user/message' },
  { text: '我的反馈', path: '/user/feedback' },
  { text: '账号安全', path: '/user/security' },
]

/** Paths whose page exists: add a path here together with its page. */
const built: ReadonlySet<string> = new Set([
  '/user/timetable',
  '/user/course',
  '/user/sysClass',
  '/user/testPaper',
  '/user/homework',
  '/user/order',
  '/user/info',
  '/user/message',
  '/user/feedback',
  '/user/security',
])

/** What is shown: entries with a page, and first the management backend for whoever may enter it. */
export function userMenu({
  isAdmin,
  adminUrl,
}: {
  isAdmin: boolean
  adminUrl: string | null
}): readonly UserMenuEntry[] {
  const shown = userMenuEntries.filter(({ path, hidden }) => built.has(path) && !hidden)
  const own = shown.map(({ text, path, query = '' }) => ({ text, href: path + query }))
  return isAdmin && adminUrl ? [{ text: '管理后台', href: adminUrl, newTab: true }, ...own] : own
}
