import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { Section } from '#client/features/common/section.tsx'
import { useCall } from '#client/features/common/use-call.ts'
import { Board } from '#client/features/home/board.tsx'
import { bannerInput } from '#client/pages/home/home-calls.ts'
import { HomeVisitorCard } from '#client/pages/home/home-live.tsx'
import { HomeModule } from '#client/pages/home/home-modules.tsx'
import { EmptyBlock } from '#client/ui/empty-block.tsx'
import { ModulePosition } from '#shared/contract/enums.ts'

/** The home page: the modules that the school has put on it, in its order. */
export function Home(): ReactNode {
  const { common } = useApp()
  const { brandName, slogan, servicePhone } = common.config
  const modules = useCall('GET /api/modular/home-page/module-list', {})
  const banners = useCall('GET /api/modular/banner', bannerInput)
  return (
    <>
      <h1 className="visually-hidden">{slogan ? `${brandName}：${slogan}` : brandName}</h1>
      {modules.length === 0 ? (
        <div className="part wrap">
          <EmptyBlock title="课程还在准备" text={`还没有上架的内容，想先了解请打电话 ${servicePhone}`} />
        </div>
      ) : null}
      {modules.map((entry) =>
        entry.type === ModulePosition.banner ? (
          <Board key={entry.type} banners={banners} types={common.courseTypes}>
            <Section fallback={<HomeVisitorCard withLive={false} />}>
              <HomeVisitorCard withLive />
            </Section>
          </Board>
        ) : (
          <HomeModule key={entry.type} entry={entry} />
        ),
      )}
    </>
  )
}
