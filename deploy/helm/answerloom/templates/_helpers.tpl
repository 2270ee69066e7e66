{{- define "answerloom.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "answerloom.labels" -}}
app.kubernetes.io/name: answerloom
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{/* Labels that select the pods of one component. Argument: a dict of root and component. */}}
{{- define "answerloom.selector" -}}
app.kubernetes.io/name: answerloom
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "answerloom.image" -}}
{{- with .Values.image -}}
{{- if .digest }}{{ .repository }}@{{ .digest }}{{ else }}{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}{{ end -}}
{{- end -}}
{{- end -}}

{{/* Variables of every process. Argument: the root. */}}
{{- define "answerloom.env" -}}
{{- $_ := required "env.APP_URL is the address that people use, such as https://help.example.com" .Values.env.APP_URL -}}
{{- $_ := required "env.S3_BUCKET is needed: pods have no disk of their own" .Values.env.S3_BUCKET -}}
{{- range $name, $value := .Values.env }}
{{- if ne (toString $value) "" }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}
{{- end -}}

{{- define "answerloom.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "answerloom.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{/* The pod of a component. Argument: a dict of root and component (web or worker). */}}
{{- define "answerloom.pod" -}}
{{- $values := index .root.Values .component -}}
metadata:
  labels:
    {{- include "answerloom.selector" . | nindent 4 }}
spec:
  automountServiceAccountToken: false
  terminationGracePeriodSeconds: 45
  securityContext:
    {{- include "answerloom.podSecurity" .root | nindent 4 }}
  {{- with .root.Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .root.Values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .root.Values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "answerloom.selector" . | nindent 10 }}
  containers:
    - name: {{ .component }}
      image: {{ include "answerloom.image" .root }}
      imagePullPolicy: {{ .root.Values.image.pullPolicy }}
      command: [node, --max-semi-space-size=4, --heap-growing-percent=15, --max-old-space-size={{ $values.maxOldSpace }}, dist/server/main.mjs]
      envFrom:
        - secretRef: { name: {{ .root.Values.existingSecret }} }
        {{- if and (eq .component "web") .root.Values.replicaSecret }}
        - secretRef: { name: {{ .root.Values.replicaSecret }} }
        {{- end }}
      env:
        - name: MODE
          value: {{ .component }}
        {{- include "answerloom.env" .root | trim | nindent 8 }}
      ports:
        - { name: http, containerPort: 3000 }
      startupProbe:
        httpGet: { path: /healthz, port: http }
        periodSeconds: 2
        failureThreshold: 60
      livenessProbe:
        httpGet: { path: /healthz, port: http }
        periodSeconds: 10
        timeoutSeconds: 5
      readinessProbe:
        httpGet: { path: /readyz, port: http }
        periodSeconds: 5
        timeoutSeconds: 3
      resources:
        {{- toYaml $values.resources | nindent 8 }}
      securityContext:
        {{- include "answerloom.containerSecurity" .root | nindent 8 }}
      volumeMounts:
        - { name: data, mountPath: /data }
        - { name: tmp, mountPath: /tmp }
  volumes:
    - { name: data, emptyDir: {} }
    - { name: tmp, emptyDir: {} }
{{- end -}}
