import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { type CropView, type ImageSize, moveView, relativeCrop } from '../../domain/crop.ts'

const STEP = 0.04
const KEYS: Record<string, readonly [right: number, down: number]> = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
}

export interface CropSquareProps {
  address: string
  /** Undefined until it has been decoded. */
  picture: ImageSize | undefined
  view: CropView
  onLoaded: (picture: ImageSize) => void
  onUnreadable: () => void
  onView: (view: CropView) => void
}

/** The picture behind a round opening; moved by pointer or arrow keys. */
export function CropSquare({ address, picture, view, onLoaded, onUnreadable, onView }: CropSquareProps) {
  const last = useRef<{ x: number; y: number }>(null)

  const onPointerMove = (event: PointerEvent<HTMLButtonElement>) => {
    if (!last.current || !picture) return
    const { width } = event.currentTarget.getBoundingClientRect()
    const [right, down] = [event.clientX - last.current.x, event.clientY - last.current.y]
    last.current = { x: event.clientX, y: event.clientY }
    onView(moveView(picture, view, right / width, down / width))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const step = KEYS[event.key]
    if (!step || !picture) return
    event.preventDefault()
    onView(moveView(picture, view, ...step))
  }

  const crop = picture && relativeCrop(picture, view)
  return (
    <button
      type="button"
      aria-label="Visible part of the image: move it with the arrow keys"
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        last.current = { x: event.clientX, y: event.clientY }
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        last.current = null
      }}
      className="relative mx-auto block size-64 cursor-move touch-none overflow-hidden rounded-lg bg-sunken select-none"
    >
      <img
        src={address}
        alt=""
        draggable={false}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          onLoaded({ width: naturalWidth, height: naturalHeight })
        }
        onError={onUnreadable}
        className="absolute max-w-none"
        style={
          crop && {
            width: `${100 / crop.width}%`,
            height: `${100 / crop.height}%`,
            left: `${(-crop.left / crop.width) * 100}%`,
            top: `${(-crop.top / crop.height) * 100}%`,
          }
        }
      />
      <svg viewBox="0 0 100 100" aria-hidden="true" className="pointer-events-none absolute inset-0 size-full">
        <path d="M0 0H100V100H0Z M50 2a48 48 0 1 0 0 96a48 48 0 1 0 0-96Z" fillRule="evenodd" className="fill-scrim" />
        <circle cx="50" cy="50" r="48" fill="none" stroke="white" strokeWidth="0.6" />
      </svg>
    </button>
  )
}
