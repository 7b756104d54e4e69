/** Placeholders in the geometry of what is coming; they show after 150 ms, so fast answers do not blink. */
import { Group, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import classes from './skeletons.module.css'
import { useWords } from './words.tsx'

function Late({ children }: { children: React.ReactNode }) {
  const { word } = useWords()
  return (
    <div className={classes.late} role="status" aria-label={word('ui.loading')}>
      {children}
    </div>
  )
}

export function PageSkeleton() {
  return (
    <Late>
      <Stack gap="lg">
        <Skeleton h={34} w="min(320px, 70%)" />
        <Skeleton h={20} w="min(520px, 90%)" />
        <CardsSkeletonInner count={4} />
        <Skeleton h={280} radius="lg" />
      </Stack>
    </Late>
  )
}

export function FormSkeleton({ fields = 5 }: { fields?: number }) {
  return (
    <Late>
      <Stack gap="lg" maw={720}>
        {Array.from({ length: fields }, (_, index) => (
          <Stack key={index} gap={6}>
            <Skeleton h={14} w={120} />
            <Skeleton h={42} radius="md" />
          </Stack>
        ))}
      </Stack>
    </Late>
  )
}

export function TableSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <Late>
      <Stack gap={0} className={classes.table}>
        {Array.from({ length: rows }, (_, index) => (
          <Group key={index} wrap="nowrap" className={classes.row}>
            <Skeleton h={16} style={{ flex: 2 }} />
            <Skeleton h={16} style={{ flex: 1 }} />
            <Skeleton h={16} style={{ flex: 1 }} visibleFrom="sm" />
            <Skeleton h={16} w={72} />
          </Group>
        ))}
      </Stack>
    </Late>
  )
}

export function CardsSkeleton({ count = 4 }: { count?: number }) {
  return (
    <Late>
      <CardsSkeletonInner count={count} />
    </Late>
  )
}

function CardsSkeletonInner({ count }: { count: number }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} h={116} radius="lg" />
      ))}
    </SimpleGrid>
  )
}
