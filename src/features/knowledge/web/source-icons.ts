import { BookText, FileText, FolderOpen, Globe, type LucideIcon, Plug, TextCursorInput } from 'lucide-react'
import { SOURCE_KIND_REGISTRY, type SourceIcon, type SourceKind } from '../contract.ts'

const LUCIDE_ICONS: Record<SourceIcon, LucideIcon> = {
  globe: Globe,
  file: FileText,
  text: TextCursorInput,
  book: BookText,
  folder: FolderOpen,
  plug: Plug,
}

export const iconOfKind = (kind: SourceKind): LucideIcon => LUCIDE_ICONS[SOURCE_KIND_REGISTRY[kind].icon]
