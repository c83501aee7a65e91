import { LectureType } from '#shared/contract/enums.ts'

export interface EntranceStep {
  readonly title: string
  readonly content: string
}

const withTeacher: EntranceStep = {
  title: '加班主任微信',
  content: '扫上面的二维码，备注订单号后四位。开课通知、课件和作业点评都由班主任发。',
}
const withoutTeacher: EntranceStep = { title: '留意站内消息', content: '开课通知和课件会发到站内消息，不用另外加人。' }

const ownSteps: Readonly<Record<LectureType, readonly EntranceStep[]>> = {
  [LectureType.live]: [
    { title: '记下上课时间', content: '开课前一天会再提醒一次；来不了也没关系，课后有回放。' },
    { title: '按时进教室', content: '开课前半小时可以进教室，先试一下声音和网络。' },
  ],
  [LectureType.classSystem]: [
    { title: '认识学习路径', content: '系统班按阶段学，每个阶段的课程和作业都列好了顺序，跟着走就行。' },
    { title: '参加开班会', content: '开班会讲清楚怎么上课、怎么交作业、有问题找谁，大约四十分钟。' },
  ],
  [LectureType.video]: [
    { title: '从第一讲开始', content: '录播课随时能看，看到哪里会记住，换一台电脑也能接着看。' },
    { title: '给自己排个时间', content: '每周固定两三次、每次一讲，比攒到周末一起看更容易学完。' },
  ],
}

/** What to do first after a purchase, in order. */
export function entranceSteps(lectureType: LectureType, hasTeacher: boolean): EntranceStep[] {
  return [hasTeacher ? withTeacher : withoutTeacher, ...ownSteps[lectureType]]
}
