import type { ReactNode } from 'react'
import { longDayText } from '#client/features/common/step-text.ts'
import { useCall } from '#client/features/common/use-call.ts'
import { mineInput, pathInput } from '#client/features/my-course/path-choice.ts'
import { StagePath } from '#client/features/my-course/stage-path.tsx'
import { UserFrame } from '#client/features/user-centre/user-frame.tsx'
import type { PageProps } from '#client/pages/page-view.ts'
import { EmptyBlock } from '#client/ui/empty-block.tsx'
import { TabLinks } from '#client/ui/tabs.tsx'
import type { LearningPath } from '#shared/contract/learning-path.ts'
import css from './learning-path.module.css'

/** '插画系统班　第 40 期　12 / 64 讲　服务到 2029 年 11 月 3 日' */
function leadOf({ scheduleName, finishedCount, lessonCount, endDate, isOver }: LearningPath): string {
  const service =
    endDate === null ? '长期有效' : `服务${isOver ? '已于' : '到'} ${longDayText(endDate)}${isOver ? '结束' : ''}`
  return [scheduleName ?? '', `学完 ${finishedCount} / ${lessonCount} 讲`, service]
    .filter((part) => part !== '')
    .join('　')
}

/** A learner's class system, stage by stage. */
export function LearningPathPage({ search }: PageProps): ReactNode {
  const path = useCall('GET /api/classSystem/myself-classSystem-detail', pathInput(new URLSearchParams(search)) ?? {})
  const mine = useCall('GET /api/classSystem/myself-classSystem', mineInput)
  return (
    <UserFrame current="/user/sysClass" title="学习路径">
      {path === null ? (
        <EmptyBlock
          title="还没有系统班"
          text="报名系统班后，每个阶段学到哪里会画在这里"
          action={{ text: '看看系统班', href: '/classes' }}
        />
      ) : (
        <>
          {mine.length > 1 ? (
            <TabLinks
              label="系统班"
              items={mine.map(({ id, name }) => ({
                text: name,
                href: `/user/sysClass?id=${id}`,
                current: id === path.id,
              }))}
            />
          ) : null}
          <p className={css.name}>{path.name}</p>
          <p className={`${css.lead} muted s13 num`}>{leadOf(path)}</p>
          <StagePath path={path} />
        </>
      )}
    </UserFrame>
  )
}
