import { describe, expect, test } from 'vitest'
import { sanitiseHtml } from '#server/backend/content/html/sanitise.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { throughEditor } from '../support/rich-round.ts'

const backend = backendOfFile()

const clean = (html: string) => sanitiseHtml(html, { links: 'user' }).html
/** Blank lines between blocks are nobody's text. */
const squeezed = (html: string) => html.replace(/>\s+</g, '><')

describe('the editor', () => {
  test('gives every seeded post and article back as it was', async () => {
    const posts = await backend.db.selectFrom('forumPosts').select('forumPosts.contentHtml').execute()
    const articles = await backend.db.selectFrom('articles').select('articles.contentHtml').execute()
    expect(posts.length + articles.length).toBeGreaterThan(150)
    for (const { contentHtml } of [...posts, ...articles]) {
      const before = clean(contentHtml)
      expect(squeezed(throughEditor(before))).toBe(squeezed(before))
    }
  })

  test.each([
    '<p>一<strong>粗</strong><em>斜</em><u>线</u><s>删</s><code>码</code></p>',
    '<h2>题</h2><h3>小题</h3><hr><p>行<br>行</p>',
    '<ul><li>一</li><li><p>二</p><ol start="3"><li>三</li></ol></li></ul>',
    '<blockquote><p>引</p></blockquote><pre>a\n  b</pre>',
    '<table><caption>表</caption><thead><tr><th scope="col">头</th></tr></thead><tbody><tr><td colspan="2">格</td></tr></tbody></table>',
    '<figure><img src="/a.png" alt="图" width="3" height="2" loading="lazy" decoding="async"><figcaption>说明</figcaption></figure>',
    '<p>看<a href="https://example.com/" rel="nofollow ugc noopener" target="_blank">这里</a></p>',
    '<p><img src="/a.png" alt="" loading="lazy" decoding="async"></p>',
  ])('keeps %s', (html) => {
    expect(clean(html)).toBe(html)
    expect(throughEditor(html)).toBe(html)
  })
})
