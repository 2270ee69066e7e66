export function EmptyState({ title, children }: { title: string; children: string }) {
  return (
    <div className="empty">
      <p className="strong">{title}</p>
      <p className="mt-1.5 text-ink-soft">{children}</p>
    </div>
  )
}
