import { FileUp } from 'lucide-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'

interface DropZoneProps {
  /** Accessible name of the region. */
  label: string
  /** Shown while files are dragged over it. */
  invitation: string
  disabled: boolean
  onFiles: (files: File[]) => void
  children: ReactNode
}

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files')

/** Accepts files dropped anywhere on its children. For the keyboard there is the button that opens the file picker. */
export function DropZone({ label, invitation, disabled, onFiles, children }: DropZoneProps) {
  const [over, setOver] = useState(false)
  /** Nesting depth of the pointer: entering a child is reported before leaving its parent. */
  const depth = useRef(0)
  const end = () => {
    depth.current = 0
    setOver(false)
  }
  const onlyFiles = (run: (event: DragEvent) => void) => (event: DragEvent) => {
    if (disabled || !holdsFiles(event)) return
    event.preventDefault()
    run(event)
  }
  return (
    <section
      aria-label={label}
      className="relative"
      onDragEnter={onlyFiles(() => {
        depth.current += 1
        setOver(true)
      })}
      onDragOver={onlyFiles(() => {})}
      onDragLeave={onlyFiles(() => {
        depth.current -= 1
        if (depth.current <= 0) end()
      })}
      onDrop={onlyFiles((event) => {
        end()
        onFiles([...event.dataTransfer.files])
      })}
    >
      {children}
      {over && (
        <div className="pointer-events-none absolute -inset-2 z-20 flex flex-col items-center rounded-xl border-2 border-dashed border-accent-edge bg-accent-soft/90 pt-12 text-base font-semibold text-accent-ink">
          <FileUp size={28} aria-hidden="true" className="mb-2" />
          {invitation}
        </div>
      )}
    </section>
  )
}
