import type { ReactNode } from 'react'
import { ClassesCard } from '#client/features/classes/classes-card.tsx'
import { classesDetailQuery, relatedClassesQuery } from '#client/features/classes/classes-queries.ts'
import { StageList, SuitGrid } from '#client/features/classes/stage-list.tsx'
import { useApp } from '#client/features/common/app-context.ts'
import { Section } from '#client/features/common/section.tsx'
import { useRead } from '#client/features/common/use-call.ts'
import { CourseSummary, type SummaryFact, TeacherFaces } from '#client/features/course/course-summary.tsx'
import { DetailAside } from '#client/features/course/detail-aside.tsx'
import { DetailBlock, DetailColumns, DetailTop, IntroText } from '#client/features/course/detail-layout.tsx'
import { termText } from '#client/features/course/schedule-list.tsx'
import { SectionTabs } from '#client/features/course/section-tabs.tsx'
import { SignUp } from '#client/features/order/sign-up.tsx'
import { TeacherList } from '#client/features/teacher/teacher-list.tsx'
import { classesCrumbs } from '#client/pages/classes/classes-crumbs.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { Breadcrumb } from '#client/ui/breadcrumb.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { SectionHead } from '#client/ui/section-head.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { ClassSystemDetail } from '#shared/contract/classes.ts'
import { LectureType } from '#shared/contract/enums.ts'
import { detailUrl } from '#shared/rules/detail-url.ts'
import { countText, lengthText } from '#shared/rules/number-text.ts'
import css from './classes-detail.module.css'

/** The cover, and below it bundled courses whose first lessons may be tried. */
function Cover({ item }: { item: ClassSystemDetail }): ReactNode {
  const courses = item.stages.flatMap((stage) => stage.courses).filter((course) => course.hasTrial)
  return (
    <div>
      <Picture
        src={item.coverImg}
        alt={`系统班封面：${item.name}`}
        ratio="cover"
        sizes="(min-width: 1248px) 622px, (min-width: 1041px) 52vw, 94vw"
        eager
      />
      <ul className={`${css.thumbs} no-print`} aria-label="其中可以试看的课程">
        {courses.slice(0, 4).map((course) => (
          <li key={course.id}>
            <a href={detailUrl(course.lectureType, course.id)}>
              <Picture src={course.coverImg} alt="" ratio="cover" sizes="(min-width: 769px) 150px, 46vw" />
              <span className={css.caption}>试看：{course.name}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

function factsOf(item: ClassSystemDetail): SummaryFact[] {
  const term = item.schedules[0]
  return [
    ...(term ? [{ label: '开课', value: termText(term) }] : []),
    ...(term?.timeText ? [{ label: '上课', value: term.timeText }] : []),
    { label: '课时', value: `${item.courseCount} 门课　${item.periodCount} 讲　共 ${lengthText(item.totalDuration)}` },
    { label: '老师', value: <TeacherFaces teachers={item.teachers} /> },
    { label: '在学', value: `${countText(item.studyCount)} 人` },
  ]
}

function RelatedClasses({ id }: { id: number }): ReactNode {
  const items = useRead(relatedClassesQuery, id)
  if (items.length === 0) return null
  return (
    <ul className={css.related}>
      {items.slice(0, 3).map((item) => (
        <li key={item.id}>
          <ClassesCard item={item} />
        </li>
      ))}
    </ul>
  )
}

const sections = [
  { id: 'intro', text: '介绍' },
  { id: 'suits', text: '适合谁' },
  { id: 'outline', text: '目录' },
  { id: 'teachers', text: '老师' },
  { id: 'related', text: '相关系统班' },
]

/** A system class: what it is, for whom, its stages with their courses, teachers, terms and price. */
export function ClassesDetail({ choice: { id } }: PageProps<{ id: number }>): ReactNode {
  const { common } = useApp()
  const item = useRead(classesDetailQuery, id)
  const places = [item.subjectOne?.name, item.subjectTwo?.name].filter((name) => name !== undefined)
  return (
    <div className="wrap">
      <Breadcrumb items={classesCrumbs(item)} />
      <DetailTop>
        <Cover item={item} />
        <CourseSummary
          kicker={['系统班', ...places]}
          name={item.name}
          aim={item.learnAim}
          facts={factsOf(item)}
          price={item.price}
          originPrice={item.originPrice}
          isCharge={item.isCharge}
          includes={[`${item.stages.length} 个阶段，${item.courseCount} 门课`, item.serviceText].filter(Boolean)}
          actions={
            <>
              <SignUp
                productId={item.id}
                lectureType={LectureType.classSystem}
                isCharge={item.isCharge}
                schedules={item.schedules}
              />
              <ButtonLink tone="secondary" size="l" href="#outline">
                看每个阶段学什么
              </ButtonLink>
            </>
          }
        />
      </DetailTop>
      <SectionTabs sections={item.suits.length > 0 ? sections : sections.filter((section) => section.id !== 'suits')} />
      <DetailColumns
        aside={
          <DetailAside
            schedules={item.schedules}
            promises={[item.serviceText]}
            college={item.college}
            phone={common.config.servicePhone}
            hours={common.config.serviceHours}
          />
        }
      >
        <DetailBlock id="intro" title="这个班怎么上">
          <IntroText html={item.introHtml} />
        </DetailBlock>
        {item.suits.length > 0 ? (
          <DetailBlock id="suits" title="适合谁">
            <SuitGrid suits={item.suits} />
          </DetailBlock>
        ) : null}
        <DetailBlock
          id="outline"
          title="目录"
          note={`${item.stages.length} 个阶段　${item.courseCount} 门课　${item.periodCount} 讲`}
        >
          <StageList stages={item.stages} />
        </DetailBlock>
        <DetailBlock id="teachers" title="老师">
          <TeacherList teachers={item.teachers} />
        </DetailBlock>
      </DetailColumns>
      <section id="related" className="no-print" aria-labelledby="related-title">
        <SectionHead id="related-title" title="也可以看看" more={{ href: '/classes', text: '全部系统班' }} />
        <Section fallback={<Skeleton kind="cards" count={4} />}>
          <RelatedClasses id={id} />
        </Section>
      </section>
    </div>
  )
}
