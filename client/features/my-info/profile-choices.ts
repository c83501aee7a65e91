/** The usual answers of the profile's questions. */
export const purposes = ['兴趣爱好', '提升现在的工作', '转行', '准备升学', '接单做副业'] as const
export const bases = ['零基础', '自学过一点', '系统学过', '已经在做这一行'] as const
export const learnTimes = ['每周 3 小时以内', '每周 3 到 6 小时', '每周 6 到 10 小时', '每周 10 小时以上'] as const

export const genders = [
  { value: '0', text: '保密' },
  { value: '1', text: '男' },
  { value: '2', text: '女' },
] as const

/** The usual answers as options, and before them none, called `none`; an answer of the learner's own words stays among them. */
export function choices(usual: readonly string[], given: string, none: string): { value: string; text: string }[] {
  const texts = given === '' || usual.includes(given) ? usual : [given, ...usual]
  return [{ value: '', text: none }, ...texts.map((text) => ({ value: text, text }))]
}
