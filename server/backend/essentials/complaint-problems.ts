/** What a complaint can be about, two levels; the school may add, rename and close some. */
export const complaintProblems: readonly (readonly [name: string, children: readonly string[]])[] = [
  ['教学', ['讲得太快或听不懂', '内容与介绍不符', '老师迟到、缺课或早退', '作业没有批改或批改敷衍', '老师的言行']],
  ['服务', ['班主任没有回复', '调课、换班没有通知', '承诺没有兑现', '材料没有寄到']],
  ['费用', ['退款没有处理', '扣费不对', '优惠没有用上']],
  ['平台', ['直播卡顿或打不开', '回放缺失', '账号问题']],
  ['其他', ['个人信息', '其他']],
]
