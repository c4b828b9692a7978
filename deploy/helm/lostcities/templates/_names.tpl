{{- define "lostcities.name" -}}
{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- end }}

{{- define "lostcities.labels" -}}
app.kubernetes.io/name: lostcities
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "lostcities.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "lostcities.host" -}}
{{ (urlParse (required "publicUrl: say where people come, as in https://play.example.org" .Values.publicUrl)).host }}
{{- end }}

{{- define "lostcities.environment" -}}
- name: LOSTCITIES_DATABASE
  valueFrom:
    secretKeyRef:
      name: {{ required "databaseSecret: name the Secret that holds the database's url" .Values.databaseSecret }}
      key: url
- name: LOSTCITIES_KEY_FILE
  value: /key/tables.key
- name: LOSTCITIES_PUBLIC_URL
  value: {{ .Values.publicUrl | quote }}
- name: LOSTCITIES_PROXIES
  value: {{ .Values.proxies | quote }}
- name: LOSTCITIES_WORKERS
  value: {{ .Values.workers | quote }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{- define "lostcities.container" -}}
image: {{ include "lostcities.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
env:
  {{- include "lostcities.environment" . | nindent 2 }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
volumeMounts:
  - name: temporary
    mountPath: /tmp
  - name: key
    mountPath: /key
    readOnly: true
{{- end }}
