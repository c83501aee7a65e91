import { Socket } from 'node:net'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAlipay } from '#server/backend/ports/pay/alipay.ts'
import { PayError, type PayProvider } from '#server/backend/ports/pay/pay-provider.ts'
import { type FakeService, startFakeService } from '../support/fake-service.ts'
import { type AlipayGateway, startAlipayGateway } from '../support/pay-gateways.ts'

const now = Date.parse('2026-03-11T12:00:00+08:00')
const notifyUrl = 'https://school.example/api/pay/notify/alipay'
const request = {
  outTradeNo: 'P20260311aaaa',
  amountFen: 698000,
  subject: '学园-水彩风景',
  expireAt: new Date(now + 30 * 60_000),
  clientAddress: '10.0.0.7',
  returnUrl: 'https://school.example/order/result/1',
}
const success = { code: '10000', msg: 'Success' }
const paid = {
  ...success,
  trade_no: '2026031122001',
  out_trade_no: 'P20260311aaaa',
  trade_status: 'TRADE_SUCCESS',
  total_amount: '6980.00',
  send_pay_date: '2026-03-11 12:01:00',
}

let gateway: AlipayGateway
let alipay: PayProvider
beforeAll(async () => {
  gateway = await startAlipayGateway()
  alipay = createAlipay({ config: gateway.config, notifyUrl, clock: { now: () => now } })
})
beforeEach(() => {
  gateway.answers.clear()
  gateway.calls.length = 0
  gateway.forges = false
})
afterAll(() => gateway?.service.stop())

describe('a payment', () => {
  test('opens as page and code, signed by the application', async () => {
    gateway.answers.set('alipay.trade.precreate', { ...success, qr_code: 'https://qr.alipay.com/bax1' })
    const { payUrl, qrCode } = await alipay.open(request)
    expect(qrCode).toBe('https://qr.alipay.com/bax1')
    const trade = {
      out_trade_no: 'P20260311aaaa',
      total_amount: '6980.00',
      subject: '学园-水彩风景',
      time_expire: '2026-03-11 12:30:00',
      seller_id: '2088000000000001',
    }
    expect(gateway.readPage(payUrl ?? '')).toEqual({ ...trade, product_code: 'FAST_INSTANT_TRADE_PAY' })
    const query = new URL(payUrl ?? '').searchParams
    expect([query.get('method'), query.get('notify_url'), query.get('return_url'), query.get('sign_type')]).toEqual([
      'alipay.trade.page.pay',
      notifyUrl,
      'https://school.example/order/result/1',
      'RSA2',
    ])
    expect(gateway.calls).toMatchObject([
      { method: 'alipay.trade.precreate', biz: trade, query: { notify_url: notifyUrl } },
    ])
  })
  test.each([
    [
      'paid',
      paid,
      { state: 'paid', tradeNo: '2026031122001', amountFen: 698000, paidAt: new Date('2026-03-11T12:01:00+08:00') },
    ],
    [
      'paid and wholly given back',
      { ...paid, trade_status: 'TRADE_CLOSED' },
      { state: 'paid', tradeNo: '2026031122001', amountFen: 698000, paidAt: new Date('2026-03-11T12:01:00+08:00') },
    ],
    [
      'open',
      { ...success, trade_status: 'WAIT_BUYER_PAY' },
      { state: 'pending', tradeNo: null, amountFen: null, paidAt: null },
    ],
    [
      'closed',
      { ...success, trade_status: 'TRADE_CLOSED' },
      { state: 'closed', tradeNo: null, amountFen: null, paidAt: null },
    ],
  ])('is seen as %s', async (_name, answer, expected) => {
    gateway.answers.set('alipay.trade.query', answer)
    expect(await alipay.query(request.outTradeNo)).toEqual(expected)
  })
  test('unopened is none; an unsigned answer isn’t believed', async () => {
    expect((await alipay.query(request.outTradeNo)).state).toBe('none')
    gateway.answers.set('alipay.trade.query', paid)
    gateway.forges = true
    await expect(alipay.query(request.outTradeNo)).rejects.toThrow(PayError)
  })
  test('is closed; when money was faster it says so', async () => {
    gateway.answers.set('alipay.trade.close', success)
    expect(await alipay.close(request.outTradeNo)).toBe('closed')
    gateway.answers.set('alipay.trade.close', { code: '40004', sub_code: 'ACQ.TRADE_STATUS_ERROR' })
    gateway.answers.set('alipay.trade.query', paid)
    expect(await alipay.close(request.outTradeNo)).toBe('paid')
    gateway.answers.set('alipay.trade.query', { ...success, trade_status: 'WAIT_BUYER_PAY' })
    await expect(alipay.close(request.outTradeNo)).rejects.toThrow(PayError)
  })
})

test('one error may end several connections of the process', async () => {
  await alipay.query(request.outTradeNo)
  const gone = new Error('The other side has gone away.')
  const ended = await Promise.all(
    [new Socket(), new Socket()].map((socket) => new Promise((resolve) => socket.on('error', resolve).destroy(gone))),
  )
  expect(ended).toEqual([gone, gone])
})

describe('a refund', () => {
  const refund = {
    outTradeNo: 'P20260311aaaa',
    outRefundNo: 'R1',
    amountFen: 1050,
    totalFen: 698000,
    reason: '时间冲突',
  }
  test('moves the money at once, or is looked up', async () => {
    gateway.answers.set('alipay.trade.refund', { ...success, fund_change: 'Y' })
    expect(await alipay.refund(refund)).toEqual({ state: 'done', message: null })
    expect(gateway.calls[0]?.biz).toEqual({
      out_trade_no: 'P20260311aaaa',
      out_request_no: 'R1',
      refund_amount: '10.50',
      refund_reason: '时间冲突',
    })
    gateway.answers.set('alipay.trade.refund', { ...success, fund_change: 'N' })
    gateway.answers.set('alipay.trade.fastpay.refund.query', success)
    expect((await alipay.refund(refund)).state).toBe('processing')
    gateway.answers.set('alipay.trade.fastpay.refund.query', { ...success, refund_status: 'REFUND_SUCCESS' })
    expect((await alipay.refund(refund)).state).toBe('done')
    expect((await alipay.queryRefund(refund)).state).toBe('done')
  })
  test('that is refused is an error with Alipay’s word', async () => {
    gateway.answers.set('alipay.trade.refund', { code: '40004', sub_code: 'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL' })
    await expect(alipay.refund(refund)).rejects.toThrow('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL')
  })
})

describe('a notification', () => {
  const fields = {
    notify_id: 'n1',
    out_trade_no: 'P20260311aaaa',
    trade_no: '2026031122001',
    trade_status: 'TRADE_SUCCESS',
    total_amount: '6980.00',
    gmt_payment: '2026-03-11 12:01:00',
    subject: '100% 水彩 & 风景',
  }
  test('of a payment is read', async () => {
    const { raw: _raw, ...notification } = await alipay.readNotification({}, gateway.notification(fields))
    expect(notification).toEqual({
      notifyId: 'n1',
      outTradeNo: 'P20260311aaaa',
      event: {
        kind: 'paid',
        tradeNo: '2026031122001',
        amountFen: 698000,
        paidAt: new Date('2026-03-11T12:01:00+08:00'),
      },
    })
  })
  test('of a closing, and of a refund, too', async () => {
    expect(
      (await alipay.readNotification({}, gateway.notification({ ...fields, trade_status: 'TRADE_CLOSED' }))).event,
    ).toEqual({ kind: 'closed' })
    expect(
      (await alipay.readNotification({}, gateway.notification({ ...fields, refund_fee: '10.50', out_biz_no: 'R1' })))
        .event,
    ).toEqual({ kind: 'refund', outRefundNo: 'R1', state: 'done', message: null })
  })
  test.each([
    ['of another application', { app_id: '2021000000000002' }],
    ['of another seller', { seller_id: '2088000000000002' }],
    ['of a trade that waits', { trade_status: 'WAIT_BUYER_PAY' }],
  ])('%s is refused though Alipay has signed it', async (_name, more) =>
    expect(alipay.readNotification({}, gateway.notification({ ...fields, ...more }))).rejects.toThrow(PayError),
  )
  test('with a field changed, added or given twice is refused', async () => {
    const form = gateway.notification(fields).toString()
    for (const other of [
      form.replace('6980.00', '0.01'),
      `${form}&extra=1`,
      `${form}&total_amount=6980.00`,
      '',
      'sign=1&sign_type=RSA2',
    ])
      await expect(alipay.readNotification({}, Buffer.from(other)), other).rejects.toThrow(PayError)
  })
})

describe('the bill of a day', () => {
  let files: FakeService
  beforeAll(async () => {
    files = await startFakeService()
  })
  afterAll(() => files?.stop())
  /** Known letters of GBK, as Alipay writes its bills. */
  const gbk = (text: string): Uint8Array => {
    const codes = new Map<string, number[]>()
    const decoder = new TextDecoder('gbk')
    for (let high = 0x81; high <= 0xfe; high += 1)
      for (let low = 0x40; low <= 0xfe; low += 1)
        if (low !== 0x7f) codes.set(decoder.decode(new Uint8Array([high, low])), [high, low])
    return new Uint8Array(
      [...text].flatMap((letter) => (letter.charCodeAt(0) < 128 ? [letter.charCodeAt(0)] : (codes.get(letter) ?? []))),
    )
  }
  const details = [
    '#支付宝业务明细查询',
    '#-----------------------------------------业务明细列表----------------------------------------',
    '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注',
    '2026031022001\t,P1\t,交易\t,"水彩, 风景",2026-03-10 10:55:16,2026-03-10 10:55:23,\t,\t,\t,\t,*水(602***@qq.com)\t,6980.00,6980.00,0.00,0.00,0.00,0.00,0.00,,0.00\t,0.00,\t,0.00,0.00,',
    '2026031022001\t,P1\t,退款\t,水彩,2026-03-10 10:55:16,2026-03-10 10:56:48,\t,\t,\t,\t,*水(602***@qq.com)\t,-10.50,-10.50,0.00,0.00,0.00,0.00,0.00,,0.00\t,0.00,R1\t,0.00,0.00,',
    '#-----------------------------------------业务明细列表结束------------------------------------',
  ].join('\r\n')
  test('is fetched, unpacked and read from GBK in fen', async () => {
    const zip = zipSync({ 'sums.csv': gbk('#支付宝业务汇总查询\r\n'), 'details.csv': gbk(details) })
    files.answer = (_req, res) => void res.end(zip)
    gateway.answers.set('alipay.data.dataservice.bill.downloadurl.query', {
      ...success,
      bill_download_url: `${files.base}/bill.zip`,
    })
    expect(await alipay.bill('2026-03-10')).toEqual([
      { outTradeNo: 'P1', outRefundNo: null, amountFen: 698000 },
      { outTradeNo: 'P1', outRefundNo: 'R1', amountFen: -1050 },
    ])
    expect(gateway.calls[0]?.biz).toEqual({ bill_type: 'trade', bill_date: '2026-03-10' })
    files.answer = (_req, res) => void res.end('no zip')
    await expect(alipay.bill('2026-03-10')).rejects.toThrow(PayError)
    gateway.answers.set('alipay.data.dataservice.bill.downloadurl.query', {
      code: '40004',
      sub_code: 'isp.bill_not_exist',
    })
    expect(await alipay.bill('2026-03-10')).toEqual([])
  })
})
