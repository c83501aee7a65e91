import { showMoney } from '#shared/rules/money.ts'
import type { BookPayment } from './pay-book.ts'

/** What the cashier shows: a payment, or that there is none. */
export interface CashierView {
  readonly payment: BookPayment
  readonly now: number
  readonly siteName: string
  /** Addresses of the site's own style sheets. */
  readonly styles: readonly string[]
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** '6,980.00' */
function yuan(fen: number): string {
  return showMoney(fen / 100)
}

const clock = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  month: 'numeric',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
})

function timeTag(at: number): string {
  return `<time datetime="${new Date(at).toISOString()}">${clock.format(at)}</time>`
}

function remaining(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes >= 60) return `还有 ${Math.floor(minutes / 60)} 小时 ${minutes % 60} 分钟`
  return minutes > 0 ? `还有 ${minutes} 分钟` : '不到 1 分钟'
}

function document(title: string, styles: readonly string[], body: string): string {
  const links = [...styles, '/pay/cashier.css']
    .map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`)
    .join('')
  return `<!DOCTYPE html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title>${links}</head>
<body class="cashier-page"><header class="cashier-top"><div><span class="cashier-brand">收银台</span><span class="cashier-tag">沙箱</span></div></header>
<main class="cashier">
<p class="cashier-warning"><strong>沙箱环境，不会真的扣款。</strong>这是随站点一起启动的模拟支付，只在开发和测试环境里有。</p>
${body}
</main></body></html>
`
}

function sheet({ payment, siteName }: CashierView, more: string): string {
  return `<dl class="cashier-sheet">
<div class="cashier-amount"><dt>支付金额</dt><dd>¥<span>${yuan(payment.amountFen)}</span></dd></div>
<div><dt>收款方</dt><dd>${escapeHtml(siteName)}</dd></div>
<div><dt>商品</dt><dd>${escapeHtml(payment.subject)}</dd></div>
<div><dt>付款单号</dt><dd class="cashier-number">${escapeHtml(payment.outTradeNo)}</dd></div>
${more}
</dl>`
}

function row(name: string, value: string): string {
  return `<div><dt>${name}</dt><dd>${value}</dd></div>`
}

/** The cashier of one payment: what is paid, until when, and two buttons that work without a script. */
export function cashierPage(view: CashierView): string {
  const { payment, now, styles } = view
  const back = `<a class="cashier-button cashier-plain" href="${escapeHtml(payment.returnUrl)}">返回商家</a>`
  if (payment.state === 'paid') {
    const body = `<h1>支付成功</h1>${sheet(view, row('支付时间', payment.paidAt === null ? '' : timeTag(payment.paidAt)) + row('交易号', `<span class="cashier-number">${escapeHtml(payment.tradeNo ?? '')}</span>`))}<p class="cashier-note">商家会收到支付结果，可以关闭本页。</p><div class="cashier-actions">${back}</div>`
    return document('支付成功', styles, body)
  }
  if (payment.state === 'closed') {
    return document(
      '付款已关闭',
      styles,
      `<h1>付款已关闭</h1>${sheet(view, '')}<p class="cashier-note">这笔付款没有扣款。要继续购买，请回到商家重新支付。</p><div class="cashier-actions">${back}</div>`,
    )
  }
  if (payment.expireAt <= now) {
    return document(
      '付款已过期',
      styles,
      `<h1>付款已过期</h1>${sheet(view, row('支付期限', timeTag(payment.expireAt)))}<p class="cashier-note">已超过支付期限，没有扣款。</p><div class="cashier-actions">${back}</div>`,
    )
  }
  const body = `<h1>确认付款</h1>${sheet(view, row('支付期限', `${timeTag(payment.expireAt)}<em>${remaining(payment.expireAt - now)}</em>`))}
<form class="cashier-actions" method="post"><button class="cashier-button" name="answer" value="pay">确认支付 ¥${yuan(payment.amountFen)}</button><button class="cashier-button cashier-plain" name="answer" value="abandon">放弃支付</button></form>`
  return document(`支付 ¥${yuan(payment.amountFen)}`, styles, body)
}

/** For an address that isn't one of ours, whole and unchanged. */
export function missingPage(styles: readonly string[]): string {
  return document(
    '付款单不存在',
    styles,
    '<h1>付款单不存在</h1><p class="cashier-note">地址不完整或已被改动，请回到商家重新打开。</p>',
  )
}

/** The tokens are the site's; each has its value for when the page is opened at the provider itself. */
export const cashierStyle = `.cashier-page{margin:0;background:var(--page,#f6f4ee);color:var(--ink,#20281f);font:14px/24px var(--sans,sans-serif)}
.cashier-page *{box-sizing:border-box}
.cashier-top{background:var(--board,#1e5a46);color:var(--chalk,#f5f1e4);border-bottom:4px solid var(--tray,#8a6a45)}
.cashier-top div{max-width:560px;margin:0 auto;padding:14px 20px;display:grid;grid-template-columns:auto 1fr;align-items:center;gap:12px}
.cashier-brand{font:600 20px/30px var(--serif,serif);letter-spacing:.08em}
.cashier-tag{justify-self:start;padding:0 10px;border:1px solid var(--chalk-yellow,#ead39a);color:var(--chalk-yellow,#ead39a);border-radius:2px;font-weight:600}
.cashier{max-width:560px;margin:0 auto;padding:20px 20px 56px}
.cashier-warning{margin:0 0 24px;padding:10px 14px;background:var(--amber-wash,#f6e9c8);color:var(--amber,#875a00);border-left:4px solid currentColor}
.cashier h1{font:600 26px/38px var(--serif,serif);margin:0 0 12px}
.cashier-sheet{margin:0 0 24px;background:var(--sheet,#fdfcf9);border:1px solid var(--rule,#ddd8ca);border-top:3px solid var(--rule-strong,#20281f)}
.cashier-sheet>div{display:grid;grid-template-columns:88px minmax(0,1fr);gap:12px;padding:12px 16px;border-top:1px solid var(--rule,#ddd8ca)}
.cashier-sheet>div:first-child{border-top:0}
.cashier-sheet dt{color:var(--ink-2,#515a50)}
.cashier-sheet dd{margin:0;overflow-wrap:anywhere}
.cashier-sheet dd em{display:block;font-style:normal;color:var(--pen,#b5392b)}
.cashier-amount{align-items:baseline}
.cashier-amount dd{font-size:20px;line-height:40px;color:var(--pen,#b5392b);font-weight:600;font-variant-numeric:tabular-nums}
.cashier-amount dd span{font-size:34px;margin-left:2px}
.cashier-number{font-family:var(--mono,monospace);font-size:13px}
.cashier-note{margin:0 0 24px;color:var(--ink-2,#515a50)}
.cashier-actions{display:grid;grid-template-columns:2fr 1fr;gap:12px}
.cashier-actions>a:only-child{grid-column:1/-1}
.cashier-button{display:block;min-height:48px;padding:10px 12px;border:1px solid var(--accent,#1e5a46);border-radius:2px;background:var(--accent,#1e5a46);color:var(--on-accent,#f5f1e4);font:600 16px/26px var(--sans,sans-serif);text-align:center;text-decoration:none;cursor:pointer;font-variant-numeric:tabular-nums}
.cashier-button:hover{background:var(--accent-hover,#174838)}
.cashier-plain{background:transparent;color:var(--accent,#1e5a46)}
.cashier-plain:hover{background:var(--accent-wash,#e0eae0)}
.cashier-button:focus-visible{outline:2px solid var(--focus,#1e5a46);outline-offset:2px}
@media (max-width:480px){.cashier-actions{grid-template-columns:1fr}.cashier-amount dd span{font-size:30px}}
@media (prefers-reduced-motion:no-preference){.cashier-button{transition:background .12s}}
`
