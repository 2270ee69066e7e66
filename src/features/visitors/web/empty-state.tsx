export function EmptyState({ children }: { children: string }) {
  return (
    <div className="px-6 py-14 text-center">
      <p className="text-lg font-semibold">No FAQs Found</p>
      <p className="mt-1.5 text-ink-soft">{children}</p>
    </div>
  )
}
