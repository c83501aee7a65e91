import { type ReactNode, useState } from 'react'
import { TabPanels } from '#client/ui/tab-panels.tsx'
import css from './lesson-side.module.css'

/** Beside a lesson: the list of the course's lessons, and of a class that is watched again what was said in it. */
export function LessonSide({ list, talk }: { list: ReactNode; talk: ReactNode }): ReactNode {
  const [tab, setTab] = useState<'list' | 'talk'>('list')
  if (!talk) return list
  return (
    <TabPanels
      label="课程目录和聊天"
      current={tab}
      onChange={setTab}
      fills
      tabs={[
        { name: 'list', text: '目录', panel: list },
        { name: 'talk', text: '课上的聊天', panel: <div className={css.talk}>{talk}</div> },
      ]}
    />
  )
}
