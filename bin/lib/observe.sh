# The configuration of Prometheus for bin/demo. Sourced, never run.
# shellcheck shell=bash

# Prints a text as a YAML string.
yaml() {
	printf "'%s'" "${1//\'/\'\'}"
}

# Prints the configuration for an archive: port, user and password, and the file of the rules. The password is in it: a
# password_file would lose spaces at its ends.
prometheus_configuration() {
	cat <<YAML
global: {scrape_interval: 5s, evaluation_interval: 5s}
rule_files: [$(yaml "$4")]
scrape_configs:
- job_name: archive
  metrics_path: /actuator/prometheus
  basic_auth:
    username: $(yaml "$2")
    password: $(yaml "$3")
  static_configs: [{targets: ['127.0.0.1:$1']}]
YAML
}
