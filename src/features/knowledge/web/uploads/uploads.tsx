import { useEffect, useEffectEvent, useRef } from 'react'
import { UploadList } from './upload-list.tsx'
import { useUploads } from './use-uploads.ts'

/** Uploads the files it is given, and those of each further choice, and shows how that goes. For other pages' use. */
export default function Uploads({ files }: { files: File[] }) {
  const uploads = useUploads()
  const sent = useRef<File[]>(undefined)
  const send = useEffectEvent(() => {
    if (sent.current === files) return
    sent.current = files
    uploads.add(files)
  })
  useEffect(() => {
    if (files) send()
  }, [files])
  return <UploadList uploads={uploads.list} onDismiss={uploads.dismiss} />
}
