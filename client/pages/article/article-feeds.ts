import type { PageHead } from '#client/pages/define-page.ts'

/** The newest articles for feed readers. */
export const articleFeeds: PageHead['feeds'] = [
  { type: 'application/atom+xml', title: '文章（Atom）', href: '/feed/articles.xml' },
  { type: 'application/rss+xml', title: '文章（RSS）', href: '/rss.xml' },
]
