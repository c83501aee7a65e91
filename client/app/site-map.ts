/** One entry of the header. Add an entry here when its page is built. */
export interface SiteEntry {
  text: string
  href: string
  /** Paths on which the entry is the current one. */
  under: RegExp
  menu?: 'courses' | 'colleges'
}

export const siteEntries: readonly SiteEntry[] = [
  { text: '首页', href: '/', under: /^\/$/ },
  { text: '系统班', href: '/classes', under: /^\/classes(\/|$)/ },
  { text: '课程', href: '/course', under: /^\/course(\/|$)/, menu: 'courses' },
  { text: '公开课', href: '/live/list', under: /^\/live(\/|$)/ },
  { text: '学院', href: '/college', under: /^\/college(\/|$)/, menu: 'colleges' },
  { text: '文章', href: '/article', under: /^\/article(\/|$)/ },
  { text: '作品', href: '/works', under: /^\/works(\/|$)/ },
  { text: '社区', href: '/bbs/plate', under: /^\/bbs(\/|$)/ },
]
