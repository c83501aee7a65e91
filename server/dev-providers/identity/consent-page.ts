import type { OauthProvider } from '#shared/contract/enums.ts'
import { escapeHtml } from '#shared/rules/escape-html.ts'
import { testPeople } from './grants.ts'

const looks: Readonly<Record<OauthProvider, { name: string; colour: string; wash: string }>> = {
  QQ: { name: 'QQ', colour: '#0b6fb8', wash: '#e8f3fb' },
  WECHAT: { name: '微信', colour: '#07794a', wash: '#e7f5ee' },
}

function style({ colour, wash }: (typeof looks)[OauthProvider]): string {
  return `
*{box-sizing:border-box;margin:0}
body{min-height:100vh;display:grid;place-items:center;padding:24px 16px;background:#f3f4f1;color:#22262a;font:15px/1.7 "PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
main{width:100%;max-width:420px;background:#fff;border:1px solid #dcdfd9;border-top:6px solid ${colour};padding:28px 32px 24px}
h1{font-size:22px;line-height:1.4}
p{color:#565d63}
.lead{margin:4px 0 20px}
fieldset{border:0;padding:0;margin:0 0 20px}
legend{padding:0;margin-bottom:8px;font-weight:600}
label.who{display:grid;grid-template-columns:20px 36px 1fr;gap:10px;align-items:center;padding:8px 10px;border:1px solid #dcdfd9;margin-top:-1px;cursor:pointer}
label.who:hover,label.who:has(:checked){background:${wash}}
label.own{display:grid;gap:4px;margin-top:14px;color:#565d63;font-size:14px}
label.who:has(:focus-visible){outline:2px solid ${colour};outline-offset:-2px}
input[type=radio]{width:16px;height:16px;margin:0 2px;accent-color:${colour}}
i{display:grid;place-items:center;width:36px;height:36px;border-radius:50%;background:${colour};color:#fff;font-weight:600;font-style:normal;line-height:1}
input[type=text]{width:100%;height:36px;padding:0 10px;border:1px solid #8a9096;font:inherit;color:inherit}
:focus-visible{outline:2px solid ${colour};outline-offset:2px}
.buttons{display:grid;grid-template-columns:1fr 2fr;gap:12px}
button{height:44px;border:1px solid ${colour};background:#fff;color:${colour};font:inherit;font-size:16px;font-weight:600;cursor:pointer}
button[value=agree]{background:${colour};color:#fff}
button:hover{filter:brightness(.94)}
.note{margin-top:20px;padding-top:14px;border-top:1px solid #dcdfd9;font-size:13px}
@media (prefers-reduced-motion:no-preference){button{transition:filter .12s}}`
}

function documentOf(provider: OauthProvider, title: string, body: string, nonce: string): string {
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${style(looks[provider])}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`
}

/** Where a visitor says who they are and whether the site may know: one form, no script. */
export function consentPage(provider: OauthProvider, siteName: string, nonce: string): string {
  const { name } = looks[provider]
  const people = testPeople.map(
    ({ key, nickname }, index) =>
      `<label class="who"><input type="radio" name="person" value="${key}"${index === 0 ? ' checked' : ''}><i aria-hidden="true">${escapeHtml([...nickname][0] ?? '')}</i><span>${escapeHtml(nickname)}</span></label>`,
  )
  const body = `<h1>${name}登录</h1>
<p class="lead">${escapeHtml(siteName)} 想知道你的${name}昵称和头像。</p>
<form method="post">
<fieldset>
<legend>用哪个${name}身份？</legend>
${people.join('\n')}
<label class="own"><span>或者自己取一个昵称，填了就用它：</span><input type="text" name="nickname" maxlength="32" autocomplete="off"></label>
</fieldset>
<div class="buttons">
<button name="answer" value="refuse">拒绝</button>
<button name="answer" value="agree">同意</button>
</div>
</form>
<p class="note">这是随站点一起启动的测试身份服务，只在开发和测试环境、只在这台机器上，和真的${name}没有关系。同一个昵称永远是同一个人。</p>`
  return documentOf(provider, `${name}登录`, body, nonce)
}

/** A request that a provider refuses before anybody is asked; the visitor isn't sent back to an address that isn't known. */
export function refusalPage(provider: OauthProvider, message: string, code: number, nonce: string): string {
  const { name } = looks[provider]
  return documentOf(
    provider,
    `${name}登录出错`,
    `<h1>授权请求有误</h1>\n<p class="lead">${escapeHtml(message)}（${code}）</p>`,
    nonce,
  )
}
