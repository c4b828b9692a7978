// Renders the chart as Helm does, with the same template engine and the same functions (Go's text/template and
// sprig): what Helm itself would add, releases and hooks, the chart does not use. For machines that have Go from
// their distribution, but no Helm.
//
//	go run deploy/helm/render/main.go deploy/helm/lostcities VALUES.yaml...
package main

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

func read(path string) map[string]interface{} {
	text, err := os.ReadFile(path)
	if err != nil {
		log.Fatal(err)
	}
	values := map[string]interface{}{}
	if err := yaml.Unmarshal(text, &values); err != nil {
		log.Fatalf("%s: %v", path, err)
	}
	return values
}

// Values given later replace earlier ones, map by map.
func merge(into, from map[string]interface{}) {
	for name, value := range from {
		inner, isMap := value.(map[string]interface{})
		known, wasMap := into[name].(map[string]interface{})
		if isMap && wasMap {
			merge(known, inner)
		} else {
			into[name] = value
		}
	}
}

func main() {
	log.SetFlags(0)
	if len(os.Args) < 2 {
		log.Fatal("render CHART [VALUES...]")
	}
	chart := os.Args[1]
	values := read(filepath.Join(chart, "values.yaml"))
	for _, path := range os.Args[2:] {
		merge(values, read(path))
	}
	about := read(filepath.Join(chart, "Chart.yaml"))
	data := map[string]interface{}{
		"Values":  values,
		"Release": map[string]interface{}{"Name": "lostcities", "Namespace": "default", "Service": "Helm"},
		"Chart":   map[string]interface{}{"Name": about["name"], "Version": about["version"], "AppVersion": about["appVersion"]},
	}
	all := template.New("chart").Option("missingkey=error").Funcs(sprig.TxtFuncMap())
	all.Funcs(template.FuncMap{
		"include": func(name string, data interface{}) (string, error) {
			var out bytes.Buffer
			err := all.ExecuteTemplate(&out, name, data)
			return out.String(), err
		},
		"toYaml": func(value interface{}) (string, error) {
			text, err := yaml.Marshal(value)
			return strings.TrimSuffix(string(text), "\n"), err
		},
		"required": func(sentence string, value interface{}) (interface{}, error) {
			if value == nil || value == "" {
				return nil, fmt.Errorf(sentence)
			}
			return value, nil
		},
	})
	files, _ := filepath.Glob(filepath.Join(chart, "templates", "*"))
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			log.Fatal(err)
		}
		template.Must(all.New(filepath.Base(path)).Parse(string(text)))
	}
	for _, path := range files {
		if !strings.HasSuffix(path, ".yaml") {
			continue
		}
		var out bytes.Buffer
		if err := all.ExecuteTemplate(&out, filepath.Base(path), data); err != nil {
			log.Fatal(err)
		}
		if strings.TrimSpace(out.String()) != "" {
			fmt.Printf("---\n# %s\n%s\n", filepath.Base(path), strings.TrimSpace(out.String()))
		}
	}
}
