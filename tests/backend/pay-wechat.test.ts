import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PayError, type PayProvider } from '#server/backend/ports/pay/pay-provider.ts'
import { createWechatPay } from '#server/backend/ports/pay/wechat-pay.ts'
import { billHash, startWechatGateway, type WechatGateway } from '../support/pay-gateways.ts'

const now = Date.parse('2026-03-11T12:00:00+08:00')
const notifyUrl = 'https://school.example/api/pay/notify/wechat'
const request = {
  outTradeNo: 'P20260311aaaa',
  amountFen: 698000,
  subject: '学园-水彩风景',
  expireAt: new Date(now + 30 * 60_000),
  clientAddress: '10.0.0.7',
  returnUrl: 'https://school.example/order/result/1',
}
const trade = '/v3/pay/transactions/out-trade-no/P20260311aaaa'
const paid = {
  mchid: '1900007291',
  appid: 'wxd678efh567hg6787',
  out_trade_no: 'P20260311aaaa',
  transaction_id: '4200000001',
  trade_state: 'SUCCESS',
  success_time: '2026-03-11T12:01:00+08:00',
  payer: { openid: 'o-secret' },
  amount: { total: 698000, currency: 'CNY' },
}

let gateway: WechatGateway
let wechat: PayProvider
beforeAll(async () => {
  gateway = await startWechatGateway(() => now)
  wechat = createWechatPay({ config: gateway.config, notifyUrl, clock: { now: () => now } })
})
beforeEach(() => {
  gateway.answers.clear()
  gateway.calls.length = 0
})
afterAll(() => gateway?.service.stop())

describe('a payment by code', () => {
  test('opens with amount, end and address, signed by the merchant', async () => {
    gateway.answers.set('POST /v3/pay/transactions/native', {
      status: 200,
      body: { code_url: 'weixin://wxpay/bizpayurl?pr=1' },
    })
    expect(await wechat.open(request)).toEqual({ payUrl: null, qrCode: 'weixin://wxpay/bizpayurl?pr=1' })
    expect(gateway.calls[0]?.body).toEqual({
      appid: 'wxd678efh567hg6787',
      mchid: '1900007291',
      description: '学园-水彩风景',
      out_trade_no: 'P20260311aaaa',
      time_expire: '2026-03-11T12:30:00+08:00',
      notify_url: notifyUrl,
      amount: { total: 698000, currency: 'CNY' },
      scene_info: { payer_client_ip: '10.0.0.7' },
    })
    expect(gateway.service.arrivals.at(-1)?.headers['wechatpay-serial']).toBe(
      'PUB_KEY_ID_0000000000000024101100397200000006',
    )
  })
  test('an answer unsigned by WeChat Pay isn’t believed', async () => {
    gateway.answers.set('POST /v3/pay/transactions/native', {
      status: 200,
      body: { code_url: 'weixin://evil' },
      signed: false,
    })
    await expect(wechat.open(request)).rejects.toThrow(PayError)
    gateway.answers.set(`GET ${trade}`, { status: 200, body: paid, signed: false })
    await expect(wechat.query(request.outTradeNo)).rejects.toThrow(PayError)
  })
  test('a wrong merchant key is refused without its secret', async () => {
    const stranger = createWechatPay({
      config: { ...gateway.config, serialNo: 'AAAA' },
      notifyUrl,
      clock: { now: () => now },
    })
    await expect(stranger.open(request)).rejects.toThrow('WeChat Pay refused, HTTP 401: SIGN_ERROR.')
  })
  test.each([
    [
      'paid',
      paid,
      { state: 'paid', tradeNo: '4200000001', amountFen: 698000, paidAt: new Date('2026-03-11T12:01:00+08:00') },
    ],
    [
      'paid and given back',
      { ...paid, trade_state: 'REFUND' },
      { state: 'paid', tradeNo: '4200000001', amountFen: 698000, paidAt: new Date('2026-03-11T12:01:00+08:00') },
    ],
    [
      'not paid yet',
      { mchid: paid.mchid, trade_state: 'NOTPAY' },
      { state: 'pending', tradeNo: null, amountFen: null, paidAt: null },
    ],
    [
      'closed',
      { mchid: paid.mchid, trade_state: 'CLOSED' },
      { state: 'closed', tradeNo: null, amountFen: null, paidAt: null },
    ],
  ])('is seen as %s', async (_name, body, expected) => {
    gateway.answers.set(`GET ${trade}`, { status: 200, body })
    expect(await wechat.query(request.outTradeNo)).toEqual(expected)
    expect(gateway.calls[0]?.url).toBe(`${trade}?mchid=1900007291`)
  })
  test('unopened is none; another merchant’s is nobody’s', async () => {
    expect((await wechat.query(request.outTradeNo)).state).toBe('none')
    gateway.answers.set(`GET ${trade}`, { status: 200, body: { ...paid, mchid: '1' } })
    await expect(wechat.query(request.outTradeNo)).rejects.toThrow(PayError)
  })
  test('is closed; faster money says so; outages say nothing', async () => {
    gateway.answers.set(`POST ${trade}/close`, { status: 204 })
    expect(await wechat.close(request.outTradeNo)).toBe('closed')
    gateway.answers.set(`POST ${trade}/close`, { status: 400, body: { code: 'ORDER_PAID' } })
    gateway.answers.set(`GET ${trade}`, { status: 200, body: paid })
    expect(await wechat.close(request.outTradeNo)).toBe('paid')
    gateway.answers.set(`POST ${trade}/close`, { status: 500, body: { code: 'SYSTEM_ERROR' } })
    gateway.answers.set(`GET ${trade}`, { status: 200, body: { mchid: paid.mchid, trade_state: 'NOTPAY' } })
    await expect(wechat.close(request.outTradeNo)).rejects.toThrow(PayError)
  })
})

describe('a refund', () => {
  const refund = {
    outTradeNo: 'P20260311aaaa',
    outRefundNo: 'R1',
    amountFen: 1000,
    totalFen: 698000,
    reason: '时间冲突',
  }
  test('is asked for and looked up', async () => {
    gateway.answers.set('POST /v3/refund/domestic/refunds', {
      status: 200,
      body: { out_refund_no: 'R1', status: 'PROCESSING' },
    })
    expect(await wechat.refund(refund)).toEqual({ state: 'processing', message: null })
    expect(gateway.calls[0]?.body).toMatchObject({
      out_refund_no: 'R1',
      amount: { refund: 1000, total: 698000, currency: 'CNY' },
      notify_url: notifyUrl,
    })
    gateway.answers.set('GET /v3/refund/domestic/refunds/R1', { status: 200, body: { status: 'SUCCESS' } })
    expect(await wechat.queryRefund(refund)).toEqual({ state: 'done', message: null })
    gateway.answers.set('GET /v3/refund/domestic/refunds/R1', { status: 200, body: { status: 'ABNORMAL' } })
    expect(await wechat.queryRefund(refund)).toEqual({ state: 'failed', message: expect.stringContaining('退款异常') })
    gateway.answers.set('GET /v3/refund/domestic/refunds/R1', { status: 404, body: { code: 'RESOURCE_NOT_EXISTS' } })
    expect((await wechat.queryRefund(refund)).state).toBe('none')
  })
})

describe('a notification', () => {
  const read = ({ headers, body }: { headers: Record<string, string>; body: Buffer }) =>
    wechat.readNotification(headers, body)
  test('of a payment is read, without the payer', async () => {
    const { raw, ...notification } = await read(gateway.notification('TRANSACTION.SUCCESS', paid, now, 'EV-1'))
    expect(notification).toEqual({
      notifyId: 'EV-1',
      outTradeNo: 'P20260311aaaa',
      event: { kind: 'paid', tradeNo: '4200000001', amountFen: 698000, paidAt: new Date('2026-03-11T12:01:00+08:00') },
    })
    expect(JSON.stringify(raw)).not.toContain('o-secret')
  })
  test.each([
    ['REFUND.SUCCESS', 'SUCCESS', 'done'],
    ['REFUND.ABNORMAL', 'ABNORMAL', 'failed'],
    ['REFUND.CLOSED', 'CLOSED', 'failed'],
  ])('%s ends a refund', async (type, status, state) => {
    const notification = await read(
      gateway.notification(
        type,
        { mchid: paid.mchid, out_trade_no: 'P20260311aaaa', out_refund_no: 'R1', refund_status: status },
        now,
      ),
    )
    expect(notification.event).toMatchObject({ kind: 'refund', outRefundNo: 'R1', state })
  })
  test.each([
    ['for another merchant', 'TRANSACTION.SUCCESS', { ...paid, mchid: '1900000000' }, now],
    ['for another application', 'TRANSACTION.SUCCESS', { ...paid, appid: 'wx-other' }, now],
    ['in another currency', 'TRANSACTION.SUCCESS', { ...paid, amount: { total: 698000, currency: 'USD' } }, now],
    ['of something else', 'PAYSCORE.USER_OPEN_SERVICE', { ...paid, trade_state: 'NOTPAY' }, now],
    ['of ten minutes ago', 'TRANSACTION.SUCCESS', paid, now - 10 * 60_000],
  ])('%s is refused', async (_name, type, resource, at) =>
    expect(read(gateway.notification(type, resource, at))).rejects.toThrow(PayError),
  )
  test('with a byte changed is refused', async () => {
    const { headers, body } = gateway.notification('TRANSACTION.SUCCESS', paid, now)
    await expect(
      read({ headers, body: Buffer.from(body.toString().replace('transaction', 'transactiom')) }),
    ).rejects.toThrow(PayError)
  })
  test('is answered in the words that WeChat Pay reads', () => {
    expect(wechat.notificationAnswer(true)).toMatchObject({ status: 200, body: expect.stringContaining('SUCCESS') })
    expect(wechat.notificationAnswer(false)).toMatchObject({ status: 500, body: expect.stringContaining('FAIL') })
  })
})

describe('the bill of a day', () => {
  const head =
    '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'
  const bill =
    `\uFEFF${head}\r\n\`2026-03-10 17:07:11,\`wx1,\`1900007291,\`0,\`,\`4200001,\`P1,\`o1,\`NATIVE,\`SUCCESS,\`OTHERS,\`CNY,\`6979.90,\`0.10,\`0,\`0,\`0.00,\`0.00,\`,\`,\`水彩, 风景,\`,\`0.00000,\`0.60%,\`6980.00,\`0.00,\`\r\n\`2026-03-10 18:07:11,\`wx1,\`1900007291,\`0,\`,\`4200001,\`P1,\`o1,\`NATIVE,\`REFUND,\`OTHERS,\`CNY,\`0.00,\`0.00,\`503,\`R1,\`9.90,\`0.10,\`ORIGINAL,\`SUCCESS,\`,\`,\`0.00000,\`0.60%,\`0.00,\`10.00,\`\r\n总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额\r\n\`2,\`6979.90,\`9.90,\`0.10,\`0.00,\`6980.00,\`10.00\r\n`.replace(
      '水彩, 风景',
      '水彩风景',
    )
  const announce = (text: string) => {
    gateway.answers.set('GET /v3/bill/tradebill', {
      status: 200,
      body: {
        hash_type: 'SHA1',
        hash_value: billHash(text),
        download_url: 'https://api.mch.weixin.qq.com/v3/billdownload/file?token=t1',
      },
    })
  }
  test('has every payment and refund in fen', async () => {
    announce(bill)
    gateway.answers.set('GET /v3/billdownload/file', { status: 200, text: bill, signed: false })
    expect(await wechat.bill('2026-03-10')).toEqual([
      { outTradeNo: 'P1', outRefundNo: null, amountFen: 698000 },
      { outTradeNo: 'P1', outRefundNo: 'R1', amountFen: -1000 },
    ])
    expect(gateway.calls.map(({ url }) => url)).toEqual([
      '/v3/bill/tradebill?bill_date=2026-03-10&bill_type=ALL',
      '/v3/billdownload/file?token=t1',
    ])
  })
  test('unannounced is refused; a day without trade has none', async () => {
    announce(bill)
    gateway.answers.set('GET /v3/billdownload/file', {
      status: 200,
      text: bill.replace('6980.00', '1.00'),
      signed: false,
    })
    await expect(wechat.bill('2026-03-10')).rejects.toThrow(PayError)
    gateway.answers.set('GET /v3/bill/tradebill', { status: 400, body: { code: 'NO_STATEMENT_EXIST' } })
    expect(await wechat.bill('2026-03-10')).toEqual([])
  })
})
