import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, Pencil, Plus, Trash2 } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { plural } from '../../../../kernel/text.ts'
import { api, client } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { queryClient, replaceData } from '../../../../web/api/query-client.ts'
import { useEvents } from '../../../../web/api/use-events.ts'
import { Badge } from '../../../../web/ui/badge.tsx'
import { Button } from '../../../../web/ui/button.tsx'
import { Card } from '../../../../web/ui/card.tsx'
import { cx } from '../../../../web/ui/class-names.ts'
import { Field } from '../../../../web/ui/field.tsx'
import { IconButton } from '../../../../web/ui/icon-button.tsx'
import { Input } from '../../../../web/ui/input.tsx'
import { QueryError } from '../../../../web/ui/query-error.tsx'
import { SkeletonRows } from '../../../../web/ui/skeleton.tsx'
import { toast, toastError } from '../../../../web/ui/toast.tsx'
import { CATEGORY_MAX, type CategoryList } from '../../contract.ts'
import { type CategoryChange, categoriesChanging, categoryListKey, changeCategories } from './category-cache.ts'

const CategoryDialogs = lazy(() => import('./category-dialogs.tsx'))

/** The workspace's categories in the order in which visitors see them. */
export function CategoriesCard() {
  const list = useQuery(api.faqs.categoryList.get.queryOptions())
  const [changing, setChanging] = useState<CategoryChange | null>(null)
  useEvents(['faq.changed'], () => {
    if (!categoriesChanging()) void queryClient.invalidateQueries({ queryKey: categoryListKey() })
  })
  const items = list.data?.items
  return (
    <Card padded={false}>
      <div>
        {list.isError && !items ? (
          <QueryError title="The categories could not be loaded" query={list} />
        ) : !items ? (
          <SkeletonRows rows={4} />
        ) : (
          <CategoryRows items={items} onChange={setChanging} />
        )}
      </div>
      {/* Invisible until the list above has its height: nothing moves when it arrives. */}
      <div className={cx(list.isPending && 'invisible')}>
        <AddCategory />
      </div>
      <Suspense>
        {changing && items && <CategoryDialogs change={changing} items={items} onClose={() => setChanging(null)} />}
      </Suspense>
    </Card>
  )
}

function CategoryRows({ items, onChange }: { items: CategoryList; onChange: (change: CategoryChange) => void }) {
  const names = items.map(({ name }) => name)
  const announcer = useRef<HTMLParagraphElement>(null)
  const move = (index: number, by: 1 | -1) => {
    const name = names[index]
    if (name === undefined || names[index + by] === undefined) return
    const wanted = names.toSpliced(index, 1).toSpliced(index + by, 0, name)
    const of = new Map(items.map((item) => [item.name, item]))
    replaceData(categoryListKey(), { items: wanted.flatMap((one) => of.get(one) ?? []) })
    changeCategories(() => client.faqs.categoryList.reorder({ names: wanted })).catch((error: unknown) => {
      void queryClient.invalidateQueries({ queryKey: categoryListKey() })
      toastError(messageOf(error, 'Failed to change the order'))
    })
    if (announcer.current) announcer.current.textContent = `${name} is now number ${index + by + 1} of ${names.length}.`
  }
  return (
    <>
      <p ref={announcer} role="status" className="sr-only" />
      <ul aria-label="Categories" className="divide-y divide-line">
        {items.map((category, index) => {
          const { name } = category
          return (
            <li
              key={name}
              className="flex min-h-13 items-center gap-2 px-5 py-1.5"
              onKeyDown={(event) => {
                if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
                event.preventDefault()
                move(index, event.key === 'ArrowUp' ? -1 : 1)
              }}
            >
              <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 text-md">
                <span className="min-w-0 truncate font-medium">{name}</span>
                {category.is_default && <Badge>Default</Badge>}
                <span className="text-sm text-ink-faint">{plural(category.faq_count, 'FAQ')}</span>
              </p>
              <span className="flex shrink-0 items-center">
                <IconButton
                  label={`Move ${name} up`}
                  tooltip={false}
                  aria-disabled={index === 0}
                  aria-keyshortcuts="Alt+ArrowUp"
                  icon={<ChevronUp size={16} />}
                  onClick={() => move(index, -1)}
                />
                <IconButton
                  label={`Move ${name} down`}
                  tooltip={false}
                  aria-disabled={index === names.length - 1}
                  aria-keyshortcuts="Alt+ArrowDown"
                  icon={<ChevronDown size={16} />}
                  onClick={() => move(index, 1)}
                />
                <IconButton
                  label={`Rename ${name}`}
                  tooltip={false}
                  icon={<Pencil size={15} />}
                  onClick={() => onChange({ kind: 'rename', category })}
                />
                <IconButton
                  variant="danger-ghost"
                  label={`Delete ${name}`}
                  tooltip={false}
                  className={category.is_default ? 'invisible' : undefined}
                  icon={<Trash2 size={16} />}
                  onClick={() => onChange({ kind: 'delete', category })}
                />
              </span>
            </li>
          )
        })}
      </ul>
    </>
  )
}

function AddCategory() {
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const add = async () => {
    setBusy(true)
    try {
      await changeCategories(() => client.faqs.categoryList.add({ name }))
      setName('')
      toast({ message: 'Category added' })
    } catch (failure) {
      setError(messageOf(failure, 'Failed to add the category'))
    }
    setBusy(false)
    input.current?.focus()
  }

  return (
    <form
      noValidate
      className="flex items-start gap-2.5 border-t border-line px-5 py-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void add()
      }}
    >
      <Field label="New category" hideLabel error={error} className="flex-1">
        <Input
          ref={input}
          value={name}
          maxLength={CATEGORY_MAX}
          autoComplete="off"
          placeholder="Such as Shipping"
          onChange={(event) => {
            setName(event.target.value)
            setError(undefined)
          }}
        />
      </Field>
      <Button type="submit" icon={<Plus size={16} aria-hidden="true" />} loading={busy}>
        Add
      </Button>
    </form>
  )
}
